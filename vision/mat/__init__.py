"""Mat and bid tiles: what they are, where they lie in a picture, how a picture of them is judged, printing them."""
