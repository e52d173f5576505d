"""The studio: card faces, backs, mat, table and camera, all drawn here, to make recordings and training pictures.

For tests, demonstrations and training. Nothing that reads pictures at the table may import it: the reader must
never know how its pictures were made.
"""
