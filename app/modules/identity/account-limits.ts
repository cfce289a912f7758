import type { Limit } from './throttle.server.ts'

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]

/**
 * Sign-in (docs/security.md says what follows from these numbers). A device on which the account has been is counted
 * by itself alone. Everything else is counted by its network, where a right password gives its try back: many kitchens
 * share one address (carriers, buildings), and only what fails looks like an attack; and by account and network, so
 * that a stranger uses up what is theirs and nothing of the owner's. Strangers are the networks from which the account
 * has never signed in: from the `strangersMany`-th try of a day each of them has three.
 */
export const signInLimits = {
  device: { most: 10, withinMs: 15 * minute },
  ip: { most: 20, withinMs: minute },
  ipHour: { most: 100, withinMs: hour },
  account: { most: 10, withinMs: 15 * minute },
  accountDay: { most: 30, withinMs: day },
  accountDayOfMany: { most: 3, withinMs: day },
  strangers: { most: 5_000, withinMs: day },
  /** Codes of the second step: five per attempt to sign in, and this for the account. */
  secondStep: { most: 10, withinMs: hour },
  /** Challenges for passkeys that one address may ask for. */
  passkey: { most: 60, withinMs: minute },
} satisfies Record<string, Limit>

/** Tries by strangers on one account in a day, after which it counts as attacked. */
export const strangersMany = 100

/** Wrong codes after which one begins again with the password. */
export const codesPerTicket = 5

/** How often one network, or one device or member that is counted apart, has a mail sent to one address. */
export const mailLimits = {
  /** Pressed twice within a minute is one wish. */
  gap: { most: 1, withinMs: minute },
  address: { most: 5, withinMs: day },
  /** To whatever addresses. */
  ip: { most: 20, withinMs: hour },
} satisfies Record<string, Limit>

/**
 * Every mail that a stranger to its receiver can cause: how many of a kind go to one address, no matter
 * who asks. A new password: as long as its link lives no second one is sent, so that the receiver always has a link that
 * works, or can have one.
 */
export const strangerMailCaps = {
  reset_password: { most: 1, withinMs: hour },
  /** The link of a sign-up, or that there is an account already. */
  sign_up: { most: 10, withinMs: day },
  /** Whether an address is theirs who wants to change to it, or that it has an account already. */
  change_email: { most: 10, withinMs: day },
  member_invitation: { most: 10, withinMs: day },
  /** That we have got their inquiry. */
  inquiry_received: { most: 10, withinMs: day },
  /** To ourselves; the inquiry stands in the queue all the same. */
  inquiry_arrived: { most: 200, withinMs: day },
} satisfies Record<string, Limit>
export type StrangerMail = keyof typeof strangerMailCaps

/** Sign-ups that one network may begin, and papers that it may hand in before there is an account. */
export const signUpLimits = {
  drafts: { most: 30, withinMs: hour },
  papers: { most: 60, withinMs: hour },
} satisfies Record<string, Limit>

export const linkLimit: Limit = { most: 20, withinMs: minute }
/** The password that is asked for again in the middle of a session. */
export const proofLimit: Limit = { most: 10, withinMs: 15 * minute }
