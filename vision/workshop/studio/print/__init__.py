"""What is printed: faces, backs, tiles and the mat as pictures on paper of their own colour."""
