/** The most a unit may cost, yen: the bound of the table, far above any crate. */
export const mostYen = 10_000_000
