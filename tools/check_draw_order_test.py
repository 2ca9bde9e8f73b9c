#!/usr/bin/env python3
"""Tests of check_draw_order.py: two draws without an order are found, and those with one are not."""

import unittest

from check_draw_order import unordered


class DrawOrder(unittest.TestCase):
    def found(self, code):
        return list(unordered(f"void f() {{\n{code}\n}}\n"))

    def test_two_arguments_of_a_call_are_found(self):
        self.assertTrue(self.found("start(draw.whole(1, 2), draw.from(0, 1));"))
        self.assertTrue(self.found("auto c = sampler(size(draw.scale(1, 2)), draw.random().next());"))
        self.assertTrue(self.found("answer(any_turn(draw, true), any_turn(draw, true), r);"))
        self.assertTrue(self.found("std::ldexp(random.uniform() - 0.5, int(random.below(20)));"))
        self.assertTrue(self.found("sampler({.a = draw.one_in(2)}, {.b = draw.from(0, 1)});"))

    def test_two_operands_are_found(self):
        self.assertTrue(self.found("const double x = draw.scale(1, 2) * (draw.one_in(2) ? 1 : -1);"))
        self.assertTrue(self.found("return random.uniform() - random.uniform();"))
        self.assertTrue(self.found("all.push_back(draw.from(0, 1) * draw.on_sphere());"))

    def test_comparisons_remainders_and_braces_of_one_value_are_found(self):
        for code in ("if (draws.uniform() < draws.uniform()) return;", "return draws.uniform() == draws.uniform();",
                     "return draws.below(3) % draws.below(2);", "double x{draws.uniform() - draws.uniform()};",
                     "while (draws.below(3) != draws.below(3)) {}", "use(draws.uniform() >= draws.uniform());"):
            with self.subTest(code):
                self.assertTrue(self.found(code))

    def test_calls_of_any_function_and_engine_are_found(self):
        for code in ("f(engine(), engine());", "(*function)(draws.uniform(), draws.uniform());",
                     "callbacks.at(3)(draws.uniform(), draws.uniform());", "callbacks[3](draws.uniform(), draws.uniform());"):
            with self.subTest(code):
                self.assertTrue(self.found(code))

    def test_braces_names_and_conditions_have_an_order(self):
        for code in ("const Box box{draw.from(1, 2), draw.from(1, 2)};",
                     "const double a = draw.from(0, 1), b = draw.from(0, 1);",
                     "const double a = draw.from(0, 1); use(a, draw.from(0, 1));",
                     "const double s = draw.one_in(2) ? draw.from(0, 1) : draw.scale(1, 2);",
                     "if (draw.one_in(2) && draw.one_in(3)) return;",
                     "std::max(uniform(random), uniform(random));",
                     "use([&] { return draw.next(); }, draw.next());",
                     "use(draw.next());  // draw.next(), draw.next()",
                     'use("draw.next()", draw.next());',
                     "place(draw.scale(1, draw.one_in(2) ? 2 : 3));",
                     "if (rule == mixed && draw.below(5) == 0) return hop(draw);",
                     "for (int i = 0; i < draw.below(3); ++i) use(draw.below(2));",
                     "place(stream, k, turn(stream, k, law));"):
            with self.subTest(code):
                self.assertEqual(self.found(code), [])

    def test_the_line_is_that_of_the_call(self):
        self.assertEqual(self.found("\n\nstart(draw.next(),\n      draw.next());"), [4])


if __name__ == "__main__":
    unittest.main()
