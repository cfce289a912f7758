/** How often codes are sent, and how often one may be answered. Only numbers of Japan. */
export const smsLimits = {
  gap: { most: 1, withinMs: 60_000 },
  number: { most: 5, withinMs: 24 * 3_600_000 },
  ip: { most: 10, withinMs: 3_600_000 },
  everybody: { most: 500, withinMs: 24 * 3_600_000 },
} as const

export const triesPerPhoneCode = 3
