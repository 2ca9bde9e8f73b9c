"""Text as LaTeX: special signs of it, and those of mathematics that the tables use."""

LATEX = {"\\": "\\textbackslash{}", "&": "\\&", "%": "\\%", "#": "\\#", "_": "\\_", "{": "\\{",
         "}": "\\}", "$": "\\$", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
         "±": "$\\pm$", "×": "$\\times$", "−": "$-$", "√": "$\\surd$", "φ": "$\\varphi$",
         "η": "$\\eta$", "ψ": "$\\psi$", "τ": "$\\tau$", "β": "$\\beta$", "δ": "$\\delta$",
         "∞": "$\\infty$", "≤": "$\\le$", "≥": "$\\ge$", "≈": "$\\approx$", "·": "$\\cdot$",
         "✓": "$\\surd$", "✗": "$\\times$", "○": "$\\circ$", "–": "--", "…": "\\dots{}",
         "→": "$\\to$", "†": "\\dag{}", "σ": "$\\sigma$", "Δ": "$\\Delta$",
         "\u202f": "\\,", "\u00a0": "~"}
LATEX.update({sign: f"$_{{{digit}}}$" for sign, digit in zip("₀₁₂₃₄₅₆₇₈₉", "0123456789")})
LATEX.update({"⁄": "/"})
LATEX.update({sign: f"$^{{{digit}}}$" for sign, digit in zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")})


def latex(text):
    return "".join(LATEX.get(sign, sign) for sign in text).replace("}$$^{", "")
