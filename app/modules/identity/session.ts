/** Session lifetimes (docs/decisions/0003): idle 12 h, 14 days at most; seen_at is updated at most every 5 minutes. */
export const personSession = { idleMs: 12 * 3_600_000, absoluteMs: 14 * 24 * 3_600_000 }
export const adminSession = { idleMs: 15 * 60_000, absoluteMs: 8 * 3_600_000 }
/**
 * For programs: the access token 15 minutes, the refresh token 30 days from each use, and the password again after 90
 * days.
 */
export const programSession = { accessMs: 15 * 60_000, idleMs: 30 * 24 * 3_600_000, absoluteMs: 90 * 24 * 3_600_000 }
export const seenEveryMs = 5 * 60_000

/**
 * How a user proved who they are (RFC 8176; `swk`: a token signed by us, `fed`: another service's assertion, our own
 * value). Two of different kinds make level 2.
 */
export type Amr = 'pwd' | 'otp' | 'kba' | 'hwk' | 'swk' | 'sms' | 'fed'

export const sessionCookie = '__Host-sid'
export const adminCookie = '__Host-adm'
/** Identifies a sign-up in progress in this browser; it proves nothing about a person. */
export const draftCookie = '__Host-su'
/** A sign-up lives 24 h from its last save; its cookie a week, so that a user who comes back too late is told so. */
export const draftLife = { ms: 24 * 3_600_000, cookieMs: 7 * 24 * 3_600_000 }
/** Between the password and the code: after the correct password the user has ten minutes for the second step. */
export const ticketCookie = '__Host-2nd'
/** While the user waits for the digits sent to a phone, and while they are away at another service. */
export const phoneCookie = '__Host-sms'
export const oauthCookie = '__Host-away'
export const adminTicketCookie = '__Host-adm2'
/** Besides the staff session, for ten minutes: whose pages are viewed. On its own it grants no access. */
export const impersonationCookie = '__Host-view'
export const impersonationLifeMs = 10 * 60_000
/** A device on which a user has signed in; it grants no access, its attempts are only counted separately. */
export const deviceCookie = '__Host-dev'
export const deviceLifeMs = 400 * 24 * 3_600_000
/** Tokens carry their type, so that scanners find leaked ones: access, refresh, and an integration's. */
export const bearerPrefix = 'htk_'
export const refreshPrefix = 'htr_'
export const apiTokenPrefix = 'hti_'
