! A collision library of one function. It stands for one of yours.
module collision
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
contains
  pure logical function collide(a, radius_a, b, radius_b)
    real(real64), intent(in) :: a(:), radius_a, b(:), radius_b
    collide = norm2(b - a) <= radius_a + radius_b
  end function
end module
