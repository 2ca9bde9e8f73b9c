#!/usr/bin/env python3
"""A program that breaks the protocol of docs/external-protocol.md in the way that its argument names, for protocol_test.cpp.
It has no adapter, since an adapter keeps the protocol, and its disks never move.

    garbage     answers with another word         refuses       says "error" where it may not
    chatty      a disk too many                   not-a-number  as a coordinate
    crash       ends in the middle                silent        does not answer
    deaf        does not read                     picky         only few disks, said before it has read them
"""

import os
import sys
import time

FAULT = sys.argv[1]


def say(text):
    print(text, flush=True)


def advance():
    if FAULT == "crash":
        os.abort()
    say({"garbage": "done 0 0", "refuses": "error no more"}.get(FAULT, "ok 0 0"))


def state(centres):
    lines = list(centres)
    if FAULT == "not-a-number":
        lines[-1] = "nan 1"
    if FAULT == "chatty":
        lines.append("1 1")
    say("\n".join(["ok", *lines]))


def main():
    if FAULT == "deaf":
        time.sleep(3600)
    centres = []
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if FAULT == "silent":
            time.sleep(3600)
        if words[0] == "advance":
            advance()
        elif words[0] == "state":
            state(centres)
        elif FAULT == "picky" and int(words[2]) > 100:
            say("error only few of them")
            return
        else:
            while sys.stdin.readline() != "centres\n":
                pass
            centres = [sys.stdin.readline().strip() for _ in range(int(words[2]))]
            say("ok")


if __name__ == "__main__":
    main()
