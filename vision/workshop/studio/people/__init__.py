"""What people do at a table: hands planned, cards and tiles laid, thrown, gathered, frame by frame."""
