/** How long a session lives (docs/decisions/0003): idle 12 h, 14 days at most; seen_at at most every 5 minutes. */
export const personSession = { idleMs: 12 * 3_600_000, absoluteMs: 14 * 24 * 3_600_000 }
export const adminSession = { idleMs: 15 * 60_000, absoluteMs: 8 * 3_600_000 }
export const seenEveryMs = 5 * 60_000

export const sessionCookie = '__Host-sid'
export const adminCookie = '__Host-adm'
/** Bearer tokens say what they are, so that a leaked one is found by a scanner. */
export const bearerPrefix = 'htk_'
