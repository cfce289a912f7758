import type { Limit } from './throttle.server.ts'

const [minute, hour, day] = [60_000, 3_600_000, 24 * 3_600_000]

/**
 * Sign-in (docs/security.md explains what follows from these numbers). A device that the account has used before has
 * its own count. Everything else is counted per network, where a correct password gives its attempt back, because many
 * kitchens share one address (carriers, buildings) and only failures look like an attack; and per account and network,
 * so that strangers use up their own attempts and not the owner's. Strangers are the networks from which the account
 * has never signed in: from the `strangersMany`-th attempt of a day on, each of them has three.
 */
export const signInLimits = {
  device: { most: 10, withinMs: 15 * minute },
  ip: { most: 20, withinMs: minute },
  ipHour: { most: 100, withinMs: hour },
  account: { most: 10, withinMs: 15 * minute },
  accountDay: { most: 30, withinMs: day },
  accountDayOfMany: { most: 3, withinMs: day },
  strangers: { most: 5_000, withinMs: day },
  /** Codes of the second step: five per sign-in attempt, and this many per account. */
  secondStep: { most: 10, withinMs: hour },
  /** Passkey challenges per address. */
  passkey: { most: 60, withinMs: minute },
} satisfies Record<string, Limit>

/** Attempts by strangers on one account per day, above which it counts as attacked. */
export const strangersMany = 100

/** Wrong codes after which the user starts again with the password. */
export const codesPerTicket = 5

/** How often one network, or one device or member that is counted separately, may have a mail sent to one address. */
export const mailLimits = {
  /** Two requests within a minute count as one. */
  gap: { most: 1, withinMs: minute },
  address: { most: 5, withinMs: day },
  /** To any addresses. */
  ip: { most: 20, withinMs: hour },
} satisfies Record<string, Limit>

/**
 * Every mail that a stranger can cause to be sent: how many of a kind go to one address, from all callers together. For a
 * new password: as long as the link is valid no second one is sent, so that the receiver always has a working link, or
 * can get one.
 */
export const strangerMailCaps = {
  reset_password: { most: 1, withinMs: hour },
  /** The link of a sign-up, or the notification that the address already has an account. */
  sign_up: { most: 10, withinMs: day },
  /** The question whether a new address belongs to the user, or the notification that it already has an account. */
  change_email: { most: 10, withinMs: day },
  member_invitation: { most: 10, withinMs: day },
  /** The confirmation that we have received their inquiry. */
  inquiry_received: { most: 10, withinMs: day },
  /** What a farm asks the depot of its carrier. */
  pickup_request: { most: 10, withinMs: day },
  /** To ourselves; the inquiry is in the queue in any case. */
  inquiry_arrived: { most: 200, withinMs: day },
} satisfies Record<string, Limit>
export type StrangerMail = keyof typeof strangerMailCaps

/** Sign-ups that one network may begin, and documents that it may upload before there is an account. */
export const signUpLimits = {
  drafts: { most: 30, withinMs: hour },
  papers: { most: 60, withinMs: hour },
} satisfies Record<string, Limit>

export const linkLimit: Limit = { most: 20, withinMs: minute }
/** Asking for the password again during a session. */
export const proofLimit: Limit = { most: 10, withinMs: 15 * minute }
