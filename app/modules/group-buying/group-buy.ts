/** How a group buy ends: with an order for each kitchen, or with none at all. */
export const groupEndings = ['ordered', 'too_few', 'below_minimum', 'impossible', 'cancelled'] as const
export type GroupEnding = (typeof groupEndings)[number]

/** How many kitchens share a box at most. */
export const mostKitchens = 20
/** How many a restaurant has open at once. */
export const mostOpen = 10
/** How long a group buy is open at least, in minutes: an invitation needs time to be read. */
export const leastOpenMinutes = 30
