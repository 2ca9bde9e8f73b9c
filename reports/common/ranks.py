"""Records of programs on ranks, and the network of ranks that this machine has no cores for.

The network is not measured but assumed: a cluster interconnect of today.
"""

LATENCY = 1.5e-6  # seconds for a message; those of a rank one after another
BANDWIDTH = 10e9  # bytes per second and rank
MOST_RANKS = 1024  # where the curves end
NETWORK = (f"a network of {LATENCY * 1e6:g} µs latency and {BANDWIDTH / 1e9:g} GB/s for each rank, "
           "which is an assumption")


def ranks_of(record):
    return int(record.fields.get("ranks") or 1)


def network_seconds(messages, size):
    """Seconds of one rank that sends so many messages of `size` bytes in all."""
    return messages * LATENCY + size / BANDWIDTH


def rank_ticks(axes, last=MOST_RANKS):
    """Sets the ticks of a logarithmic axis of ranks."""
    ticks = [p for p in (1, 4, 16, 64, 256, 1024) if p <= 2 * last]
    axes.set_xticks(ticks, [str(t) for t in ticks])
    axes.minorticks_off()
