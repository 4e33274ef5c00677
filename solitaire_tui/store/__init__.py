"""What is kept between two runs: every game with its moves, and the statistics over them."""
