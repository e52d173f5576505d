"""What the cameras saw made into what the engine is told: whose card it is, draws, tiles, cards face down."""
