/** What a caller may not see does not exist. Mapped to 404 once for pages and once for the API. */
export class NotFound extends Error {
  override name = 'NotFound'
}

/** Visible, but this operation is not allowed. Mapped to 403. */
export class Forbidden extends Error {
  override name = 'Forbidden'
}

/** Staff are viewing as a user: they see what that user sees, and cannot act in their name. */
export class ViewOnly extends Forbidden {
  override name = 'ViewOnly'
  constructor() {
    super('閲覧のみ可能です。変更や申し込み、秘密情報の表示はできません。')
  }
}

/** Not signed in, or the session ended. Mapped to a redirect for pages, 401 for the API. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated'
}

/**
 * The address of the signed-in account is not verified yet. Mapped to the page that verifies it, and to a 403 of its
 * own.
 */
export class EmailNotVerified extends Unauthenticated {
  override name = 'EmailNotVerified'
}

/** Too many concurrent requests. Mapped to 503: retry after `seconds`. */
export class Busy extends Error {
  override name = 'Busy'
  readonly status = 503
  readonly seconds = 5
}

/**
 * What PostgreSQL and its pool report under overload, or while they start or stop: a lock, a statement or a connection
 * that timed out, a deadlock, a serialization failure, no connection left.
 */
const crowdedCodes = new Set(['55P03', '57014', '40P01', '40001', '53300', '57P01', '57P02', '57P03', 'ECONNREFUSED'])

/** Busy if the database is temporarily overloaded; every other error unchanged. */
export function orBusy(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isCrowded =
    ('code' in error && typeof error.code === 'string' && crowdedCodes.has(error.code)) ||
    error.message === 'timeout exceeded when trying to connect'
  return isCrowded ? new Busy('現在混み合っています。少し待ってから、もう一度お試しください。') : error
}

/** Rate limited. Mapped to 429: retry after `seconds`. */
export class TooMany extends Error {
  override name = 'TooMany'
  readonly status = 429
  readonly seconds: number
  constructor(seconds: number) {
    super('短時間に何度も試行されました。しばらく待ってから、もう一度お試しください。')
    this.seconds = seconds
  }
}

/** The last re-authentication is too old for this operation. Mapped to 403 with a prompt for the password. */
export class ReauthRequired extends Error {
  override name = 'ReauthRequired'
}

/** Seconds after which the provider may be asked again. */
export const providerWaitSeconds = 30

/** The identity provider does not answer. Mapped to 503; sign-in is refused meanwhile. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
  readonly status = 503
  readonly seconds = providerWaitSeconds
}

/** Compared by name: the server of tests/firebase loads an adapter from the sources beside the built app. */
export const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ProviderUnavailable'
