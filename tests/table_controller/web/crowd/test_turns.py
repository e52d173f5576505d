"""Whose request begins next."""

from __future__ import annotations

import asyncio

from table_controller.web.crowd.turns import Turnstile


def test_a_crowd_of_one_client_does_not_keep_another_waiting() -> None:
    begun: list[str] = []

    async def asks(turnstile: Turnstile, who: str) -> None:
        await turnstile.enter(who)
        begun.append(who)

    async def all_ask() -> None:
        turnstile = Turnstile(2)
        crowd = [asyncio.create_task(asks(turnstile, "crowd")) for _ in range(100)]
        await asyncio.sleep(0)
        await asks(turnstile, "guest")
        assert len(begun) <= 10
        await asyncio.gather(*crowd)

    asyncio.run(all_ask())
    assert len(begun) == 101


def test_no_more_begin_at_a_turn_of_the_loop_than_may() -> None:
    async def turns() -> list[int]:
        turnstile, begun, seen = Turnstile(3), 0, list[int]()

        async def asks(who: str) -> None:
            nonlocal begun
            await turnstile.enter(who)
            begun += 1

        tasks = [asyncio.create_task(asks(str(number % 7))) for number in range(50)]
        while begun < len(tasks):
            before = begun
            await asyncio.sleep(0)
            seen.append(begun - before)
        return seen

    seen = asyncio.run(turns())
    assert max(seen) <= 3 and sum(seen) == 50


def test_whoever_has_gone_away_holds_up_nobody() -> None:
    async def one_leaves() -> None:
        turnstile = Turnstile(1)
        await turnstile.enter("first")
        leaving = asyncio.create_task(turnstile.enter("leaving"))
        staying = asyncio.create_task(turnstile.enter("staying"))
        await asyncio.sleep(0)
        leaving.cancel()
        await staying

    asyncio.run(one_leaves())
