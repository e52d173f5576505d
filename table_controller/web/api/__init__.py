"""Addresses: one file an API, each router guarded as `table_controller.web.guards` says, and the app of them all."""
