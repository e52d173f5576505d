"""Who is one client."""

from __future__ import annotations

import pytest

from table_controller.web.crowd.clients import client_at


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_an_address_is_one_client_and_in_ipv6_its_network(address: str, client: str) -> None:
    assert client_at(address) == client
