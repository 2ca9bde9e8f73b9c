# A collision library of one function. It stands for one of yours.
collide(a, radius_a, b, radius_b) = hypot((b .- a)...) <= radius_a + radius_b
