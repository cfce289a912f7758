/** The parts of the staff review list, as the address names them. */
export const reviewViews = ['waiting', 'returned', 'held', 'listed'] as const
export type ReviewView = (typeof reviewViews)[number]
