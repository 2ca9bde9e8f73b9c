"""check_cuda.py accepts legal CUDA and names each planted fault and the side that has it."""

import pathlib
import shutil
import tempfile
import unittest

import check_cuda

HEAD = """#include <cuda_runtime.h>
#include <cmath>
#include <vector>
template <class Body> __global__ void run(Body body) { body(); }
template <class Body> const void* entry(Body) {
  return reinterpret_cast<const void*>(&run<Body>);
}
"""
LEGAL = HEAD + """
struct Fill {
  float* out;
  __host__ __device__ void operator()() const { out[0] = std::sqrt(2.0f); }
};
const void* fill() { return entry(Fill{nullptr}); }
__global__ void turn(int* x) {
  __shared__ int tile[32];
  tile[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = tile[31 - threadIdx.x];
}
"""
PLANTED = [  # (text, side, words of the message)
    ("struct Grow { __host__ __device__ void operator()() const { std::vector<int> v; "
     "v.push_back(1); } };\nconst void* grow() { return entry(Grow{}); }\n",
     "--cuda-device-only", "reference to __host__ function"),
    ("int pick();\n__global__ void choose(int* x) { *x = pick(); }\n",
     "--cuda-device-only", "call to __host__ function from __global__ function"),
    ("void wait_here() { __syncthreads(); }\n",
     "--cuda-host-only", "call to __device__ function from __host__ function"),
    ("int* ask() { int* p; cudaMalloc(&p, 4); return p; }\n",
     "--cuda-host-only", "no matching function for call to 'cudaMalloc'"),
    ("__global__ int answer() { return 1; }\n",
     "--cuda-device-only", "must have void return type"),
]


@unittest.skipIf(shutil.which(check_cuda.COMPILER) is None, f"no {check_cuda.COMPILER}")
class CheckCuda(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.tree = pathlib.Path(folder.name)

    def judge(self, text):
        (self.tree / "x.cu").write_text(text, encoding="utf-8")
        return check_cuda.judge(self.tree, [pathlib.PurePosixPath("x.cu")])

    def test_legal_cuda_passes(self):
        self.assertEqual(self.judge(LEGAL), [])

    def test_each_planted_fault_is_found(self):
        for text, side, words in PLANTED:
            with self.subTest(text=text):
                found = self.judge(HEAD + text)
                self.assertIn(side, [which for _, which, _ in found])
                message = next(said for _, which, said in found if which == side)
                self.assertIn(words, message)

    def test_a_crash_of_the_compiler_is_no_verdict(self):
        text = HEAD + "#include <map>\nvoid fill() { std::map<int, std::vector<int>> m; m[1] = {}; }\n"
        found = self.judge(text)
        self.assertTrue(all(check_cuda.crashed(words) for _, _, words in found), found)
        self.assertFalse(check_cuda.crashed("error: expected ';'"))


if __name__ == "__main__":
    unittest.main()
