#!/usr/bin/env python3
"""A program that harms the suite which asks it, in the way that its argument names, for hostile_test.cpp.

    flood     answers without end, and reads nothing     silent    does not answer
    noise     a gigabyte of messages before each answer  shouts    messages without end, and no answer
    lingers   starts processes in sessions of their own, which go on; their numbers are its answer
"""

import os
import sys
import time

FAULT = sys.argv[1]
PART = b"0123456789abcde\n" * 4096


def write_parts(descriptor, count=None):
    while count is None or count > 0:
        os.write(descriptor, PART)
        count = count and count - 1


def left_behind(count):
    """Numbers of new processes, each the child of one that has ended."""
    numbers = []
    for _ in range(count):
        end, begin = os.pipe()
        child = os.fork()
        if child == 0:
            os.setsid()
            if os.fork() == 0:
                os.write(begin, str(os.getpid()).encode())
                time.sleep(3600)
            os._exit(0)
        os.waitpid(child, 0)
        numbers.append(os.read(end, 32).decode())
    return numbers


def main():
    if FAULT == "flood":
        write_parts(1)
    for _ in iter(sys.stdin.readline, ""):
        if FAULT == "silent":
            time.sleep(3600)
        if FAULT == "shouts":
            write_parts(2)
        if FAULT == "noise":
            write_parts(2, (1 << 30) // len(PART))
        print("ok", *(left_behind(4) if FAULT == "lingers" else []), flush=True)


if __name__ == "__main__":
    main()
