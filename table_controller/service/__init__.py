"""The service put together: real parts or stand-ins, the live table and the simulation, signs of life, doctor."""
