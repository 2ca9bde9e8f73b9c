"""Tests of the front page's speeds, on records made up here."""

import json
import unittest

import synthetic
from testing import Folder


class Speeds(Folder):
    def write(self, records):
        self.results.parent.mkdir(parents=True, exist_ok=True)
        self.results.write_text("\n".join(map(json.dumps, records)) + "\n", encoding="utf-8")
        code, errors = self.run_build()
        self.assertEqual(code, 0, errors)

    def test_each_other_family_shows_its_fastest_scheme_as_a_rate(self):
        step = {"stars": 100000, "interval": "quartiles of the runs"}
        disks = {"system": "disks", "bodies": 256, "packing_fraction": 0.698}
        self.write([
            synthetic.record("benchmark", "cmc/openmp", "seconds per step", 0.04, family="cmc",
                             params=step),
            synthetic.record("benchmark", "cmc/openmp", "seconds per step", 0.02, family="cmc",
                             threads=2, params=step),
            synthetic.record("benchmark", "hpmc/serial-tree", "trial moves of shapes per second",
                             8.5e6, family="hpmc", params=disks),
            synthetic.record("benchmark", "hpmc/domains", "trial moves of shapes per second", 9e9,
                             family="hpmc", verdict="fail", params=disks)])
        self.shows("Fastest of each family")
        self.shows("cmc openmp, 2 threads <small>10⁶ star-steps per second</small>")
        self.shows('<span class="value">5.00</span>')
        self.shows("hpmc serial-tree <small>10⁶ trial moves per second</small>")
        self.shows('<span class="value">8.50</span>')
        self.hides("no benchmark record in this run")

    def test_load_and_clock_stand_beside_rates(self):
        def timed(**facts):
            return synthetic.record("benchmark", "cmc/openmp", "seconds per step", 0.04, family="cmc",
                                    params={"stars": 1000 + len(facts)}, facts=facts)
        self.write([timed(load_average=0.2, clock_megahertz=2400),
                    timed(load_average=3.1, clock_megahertz=3100.4, entry="other")])
        words = "Timed on 2 cores; load before the runs: 0.20 to 3.10; clock after them: 2.40 to 3.10 GHz."
        for page in ("index", "cmc"):
            self.assertIn(words, self.page(page))
        self.assertNotIn("Timed on", self.page("mpmc"))
        self.write([timed()])
        self.assertIn("load before the runs: unknown; clock after them: unknown.", self.page("cmc"))

    def test_unlikely_passes_stand_beside_what_chance_gives(self):
        def compared(scheme, p, verdict="pass"):
            return synthetic.record("validation", scheme, "pressure", 9.1, z=-6.4, p=p,
                                    verdict=verdict)
        self.write([compared("mpmc/openmp", 1.2e-5), compared("mpmc/simd", 0.3)])
        self.shows("1 of 2 compared values passes with a chance p below 0.001")
        self.shows("0.002 expected by chance")
        self.shows("z = −6.4, p = 1e-05")
        self.write([compared("mpmc/openmp", 0.2)])
        self.hides("What needs attention")

    def test_nothing_timed_is_said(self):
        self.write([synthetic.record("check", "mpmc/openmp", "property/legal", 0.0, z=0.0)])
        self.shows("no benchmark record in this run")
        self.hides("Fastest of")


if __name__ == "__main__":
    unittest.main()
