#!/usr/bin/env python3
"""Tests of check_atomics.py: an atomic in production code without a reason is found, and a reason without one, too."""

import pathlib
import tempfile
import unittest

import check_atomics


class Atomics(unittest.TestCase):
    def found(self, files, explained):
        with tempfile.TemporaryDirectory() as folder:
            tree = pathlib.Path(folder)
            for name, text in files.items():
                (tree / name).parent.mkdir(parents=True, exist_ok=True)
                (tree / name).write_text(text, encoding="utf-8")
            return check_atomics.findings(tree, explained)

    def test_each_way_to_meet_needs_a_reason(self):
        for line in ("std::atomic<int> count;", "std::mutex one;", "std::condition_variable_any c;", "#pragma omp critical",
                     "#pragma omp  atomic", "#  pragma omp critical", "#pragma omp ordered", "omp_lock_t lock;", "omp_set_lock(&lock);",
                     "pthread_mutex_t m;", "atomicAdd(count, 1);", "atomicCAS_system(a, 1, 2);", "__threadfence_block();",
                     "std::atomic_thread_fence(std::memory_order_release);", "std::shared_mutex m;", "__sync_synchronize();"):
            found = self.found({"optimized/a.hpp": f"int b;\n{line}\n"}, {})
            self.assertEqual(len(found), 1, line)
            self.assertTrue(found[0].startswith("optimized/a.hpp:2: '"), found)
            self.assertEqual(self.found({"optimized/a.hpp": line}, {"optimized/a.hpp": "a count"}), [])

    def test_text_comments_tests_and_other_folders_are_left_out(self):
        line = "std::atomic<int> count;\n"
        self.assertEqual(self.found({"optimized/a.hpp": f'// {line}int b;  // {line}auto c = "std::mutex";\n',
                                     "optimized/a_test.cpp": line, "suite/b.cpp": line, "gpu/exec/emulator/c.cpp": line}, {}), [])

    def test_a_reason_that_nothing_needs_is_refused(self):
        self.assertEqual(len(self.found({"optimized/a.hpp": "int b;\n"}, {"optimized/a.hpp": "a count"})), 1)


if __name__ == "__main__":
    unittest.main()
