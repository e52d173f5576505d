"""How the reader is trained: scenes composed from card art and drawn indices, two small networks, their export.

Needs the `training` extra and Debian's card art; nothing here is imported at run time.
"""
