"""The game being played: `decide(state, input) -> events`, `apply(state, event) -> state`, and what follows."""
