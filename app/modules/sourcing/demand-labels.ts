/** With fewer restaurants a figure would reveal who asked: our choice. */
export const leastShops = 3
/** How many months back. */
export const demandMonths = 6
