"""The service that watches a table: what is seen made into acts, refereed, written, shown. Knows all other packages."""
