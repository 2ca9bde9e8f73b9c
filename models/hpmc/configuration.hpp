// models/hpmc/configuration.hpp
// Purpose   Hard bodies of several types in a periodic box: the state that schemes start from and
//           return to, and the starts of the paper.
// Source    Anderson, Irrgang, Glotzer 2016, section 4: tetrahedra and octahedra of equal edges
//           that tile space in the ratio 2 : 1.
#pragma once
#include <cstdint>
#include <vector>

#include "models/hpmc/bodies/body.hpp"
#include "models/hpmc/boxes/box.hpp"

namespace touchstone::shapes {

struct Configuration {
  Box box = {};
  std::vector<Body> types = {};                ///< as checked() returned them
  std::vector<std::uint32_t> type = {};        ///< type of each body
  std::vector<Vec3> centres = {};              ///< wrapped into the box; z = 0 in the plane
  std::vector<Orientation> orientations = {};  ///< unit quaternions

  std::size_t size() const { return centres.size(); }
  /// Sum of areas or volumes over that of the box; NaN where measure() has no formula.
  double packing_fraction() const;
};

/// Throws InputError for arrays of other lengths, types that do not exist or are of the other
/// dimension, numbers that are not finite, and orientations that are not of unit length (to 1e-6).
void require_valid(const Configuration& configuration);

/// The tiling of space by octahedra and tetrahedra of edge 1, spread to the packing fraction: 12
/// bodies for each of cells^3 cubic cells of side sqrt(2) phi^(-1/3). Type 0 are the tetrahedra.
Configuration tetrahedra_and_octahedra(int cells, double packing);

/// n^2 or n^3 bodies of one type on a square or simple cubic lattice with this packing fraction,
/// all turned alike. Throws InputError where the area or volume of the body is not known.
Configuration simple_lattice(const Body& body, int n, double packing);

/// 4 n^3 (face-centred, fcc) or 2 n^3 (body-centred, bcc) bodies of one type, all turned alike.
Configuration face_centred_lattice(const Body& body, int n, double packing);
Configuration body_centred_lattice(const Body& body, int n, double packing);

}  // namespace touchstone::shapes
