export const signUpLimit = { most: 10, withinMs: 3_600_000 } as const

/** Accounts whose address nobody has proven are removed. */
export const unprovenLifeMs = 7 * 24 * 3_600_000
