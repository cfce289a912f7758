export const signUpLimit = { most: 10, withinMs: 3_600_000 } as const

/** Accounts whose address was not proven are removed after this time. */
export const unprovenLifeMs = 7 * 24 * 3_600_000
