"""Many clients at once, and some who mean harm: who gets a place, whose turn it is, and what is logged of it all.

Every client is let in; none can take the place of another. A client is an address, or the 64 leading bits of one in
IPv6, since a machine there has all the addresses below them. Nothing here knows tables, seats or the game.
"""
