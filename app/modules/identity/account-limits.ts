import type { Limit } from './throttle.server.ts'

/** How often mails with links are sent, and how often links may be tried (docs/decisions/0003). */
export const mailLimits = {
  /** Pressed twice within a minute is one wish. */
  gap: { most: 1, withinMs: 60_000 },
  address: { most: 5, withinMs: 24 * 3_600_000 },
  ip: { most: 20, withinMs: 3_600_000 },
} satisfies Record<string, Limit>

/** Sign-ups that one network may begin, and papers that it may hand in before there is an account. */
export const signUpLimits = {
  drafts: { most: 30, withinMs: 3_600_000 },
  papers: { most: 60, withinMs: 3_600_000 },
} satisfies Record<string, Limit>

export const linkLimit: Limit = { most: 20, withinMs: 60_000 }
/** The password that is asked for again in the middle of a session. */
export const proofLimit: Limit = { most: 10, withinMs: 15 * 60_000 }
