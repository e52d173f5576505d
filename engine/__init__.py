"""The game of Pepper: pure rules, standard library only. Import its modules by name; nothing is re-exported."""
