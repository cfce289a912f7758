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

/** More came at once than can be done at once. Mapped to 503: to be tried again after `seconds`. */
export class Busy extends Error {
  override name = 'Busy'
  readonly status = 503
  readonly seconds = 5
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
