// models/cmc/mass_function.hpp
// Purpose   Masses of the stars of a start: power laws in pieces, two masses, or those of a file.
// Source    P. Kroupa, Mon. Not. R. Astron. Soc. 322, 231 (2001), equation 2: exponent 1.3 up to
//           half a solar mass, 2.3 above; E. E. Salpeter, Astrophys. J. 121, 161 (1955): 2.35.
// Units     Solar masses, or any: a start divides them by their sum.
// Not here  Stars with these masses (cluster_start.hpp), masses that change (mass_loss.hpp).
#pragma once
#include <string>
#include <vector>

namespace touchstone::cluster {

/// From low to high the number of stars per mass falls as m^-exponent; with low = high all of them
/// have this mass.
struct MassPiece {
  double low = 1;
  double high = 1;
  double exponent = 0;
  double stars = 1;  ///< their number, in any unit
};

class MassFunction {
 public:
  /// Pieces in ascending order. Throws InputError for none, and for masses or numbers that are not
  /// above 0, or whose powers are not finite.
  explicit MassFunction(std::vector<MassPiece> pieces);
  /// The mass that a share of the stars is lighter than.
  double mass(double share) const;
  const std::vector<MassPiece>& pieces() const { return pieces_; }

 private:
  std::vector<MassPiece> pieces_;
  double stars_ = 0;
};

MassFunction equal_masses();
MassFunction kroupa(double lowest = 0.08, double highest = 150);
MassFunction salpeter(double lowest = 0.1, double highest = 100);
/// Masses 1 and `ratio`; the heavy ones are this share of all mass.
MassFunction two_masses(double ratio, double share);
/// The column `mass` of a file; each line is as likely as another.
MassFunction masses_of_file(const std::string& path);

}  // namespace touchstone::cluster
