/**
 * How often codes are sent, and how often one may be answered. Japanese numbers only. `gap` and `number`: for one
 * number, by each network of strangers, and by each person, device and network that it is known from; `numberByAll`: by
 * all strangers together.
 */
export const smsLimits = {
  gap: { most: 1, withinMs: 60_000 },
  number: { most: 5, withinMs: 24 * 3_600_000 },
  numberByAll: { most: 10, withinMs: 24 * 3_600_000 },
  ip: { most: 10, withinMs: 3_600_000 },
  person: { most: 10, withinMs: 24 * 3_600_000 },
  /** The rest of the day's messages is reserved for known users: strangers cannot use it up. */
  strangers: { most: 400, withinMs: 24 * 3_600_000 },
  total: { most: 500, withinMs: 24 * 3_600_000 },
} as const

/** The number of messages to strangers per day at which we are alerted, while some are left. */
export const manyStrangers = 320

export const triesPerPhoneCode = 3
