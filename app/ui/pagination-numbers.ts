/** The numbers of a pagination: the ends, the current page with its neighbours, and null for a gap. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const wanted = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (each) => each === 1 || each === pages || Math.abs(each - page) <= 1,
  )
  return wanted.flatMap((each, index) => {
    const skipped = each - (wanted[index - 1] ?? 0)
    if (skipped === 2) return [each - 1, each]
    return skipped > 2 ? [null, each] : [each]
  })
}
