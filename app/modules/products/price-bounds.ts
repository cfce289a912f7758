/** The maximum price of a unit, yen: the table's bound, far above any crate. */
export const mostYen = 10_000_000
