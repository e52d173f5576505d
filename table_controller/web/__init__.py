"""The web server: pages, one file an API, and who may do what."""
