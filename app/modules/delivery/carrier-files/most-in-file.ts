/** How many parcels one file has at most: nothing is published, and B2クラウド is known to take 1,000. */
export const mostInFile = 1_000
