/** What you may not see does not exist. Mapped to 404 once for pages and once for the API. */
export class NotFound extends Error {
  override name = 'NotFound'
}

/** You may see it, but not do this to it. Mapped to 403. */
export class Forbidden extends Error {
  override name = 'Forbidden'
}

/** Staff look through somebody's eyes: they see what that person sees, and do nothing in their name. */
export class ViewOnly extends Forbidden {
  override name = 'ViewOnly'
  constructor() {
    super('閲覧中は、見るだけです。変更や申しこみ、ひみつの情報の表示はできません。')
  }
}

/** Nobody is signed in, or the session ended. Mapped to a redirect for pages, 401 for the API. */
export class Unauthenticated extends Error {
  override name = 'Unauthenticated'
}

/** The address of the signed-in account is not proven yet. Mapped to the page that proves it, and to a 403 of its own. */
export class EmailNotVerified extends Unauthenticated {
  override name = 'EmailNotVerified'
}

/** More came at once than can be done at once. Mapped to 503: to be tried again after `seconds`. */
export class Busy extends Error {
  override name = 'Busy'
  readonly status = 503
  readonly seconds = 5
}

/**
 * What PostgreSQL and its pool say when more comes at once than they can do, or while they start or stop: a lock, a
 * statement or a connection that was waited for too long, a deadlock, a clash of transactions, no connection left.
 */
const crowdedCodes = new Set(['55P03', '57014', '40P01', '40001', '53300', '57P01', '57P02', '57P03', 'ECONNREFUSED'])

/** Busy where the database cannot take more for the moment; every other error as it is. */
export function orBusy(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const isCrowded =
    ('code' in error && typeof error.code === 'string' && crowdedCodes.has(error.code)) ||
    error.message === 'timeout exceeded when trying to connect'
  return isCrowded ? new Busy('ただいま混み合っています。少し待ってから、もう一度お試しください。') : error
}

/** Asked for too often. Mapped to 429: to be tried again after `seconds`. */
export class TooMany extends Error {
  override name = 'TooMany'
  readonly status = 429
  readonly seconds: number
  constructor(seconds: number) {
    super('短い時間に何度も試されました。しばらく待ってから、もう一度お試しください。')
    this.seconds = seconds
  }
}

/** It is long since they proved who they are, and this needs it again. Mapped to 403 with the question for the password. */
export class ReauthRequired extends Error {
  override name = 'ReauthRequired'
}

/** Seconds after which the provider is worth another question. */
export const providerWaitSeconds = 30

/** Google, or whoever else proves who people are, does not answer. Mapped to 503; nobody is let in meanwhile. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable'
  readonly status = 503
  readonly seconds = providerWaitSeconds
}

/** By its name: the server of tests/firebase puts an adapter from the sources beside the built app. */
export const isProviderUnavailable = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ProviderUnavailable'
