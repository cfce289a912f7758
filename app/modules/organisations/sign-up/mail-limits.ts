/** How often something is mailed to one address that anybody can name: a gap of a minute, and five a day. */
export const linkMailLimits = {
  gap: { most: 1, withinMs: 60_000 },
  day: { most: 5, withinMs: 24 * 3_600_000 },
  ip: { most: 20, withinMs: 3_600_000 },
} as const

export const signUpLimit = { most: 10, withinMs: 3_600_000 } as const

/** Accounts whose address nobody has proven are removed. */
export const unprovenLifeMs = 7 * 24 * 3_600_000
