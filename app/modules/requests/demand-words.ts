/** Fewer shops than this, and a figure would tell who asked: our choice. */
export const leastShops = 3
/** So many months back. */
export const demandMonths = 6
