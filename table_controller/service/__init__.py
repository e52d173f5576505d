"""The service put together: real parts or stand-ins, the live table and the simulation, signs of life, doctor.

Tested by files of their names, and bundle in test_doctor, lamps_later in test_parts, machine_watch in test_health,
running in test_live_service.
"""
