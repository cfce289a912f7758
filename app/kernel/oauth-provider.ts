/** The external login services. `oidc`: any issuer, such as that of an association of restaurants. */
export const oauthIds = ['google', 'line', 'apple', 'oidc'] as const
export type OAuthId = (typeof oauthIds)[number]

/** Their names for users; the name of `oidc` is in the settings. */
export const oauthNames = {
  google: 'Google',
  line: 'LINE',
  apple: 'Apple',
  oidc: '他のサービス',
} as const satisfies Record<OAuthId, string>

/** The content of a verified ID token of a service. */
export type OAuthProof = {
  issuer: string
  subject: string
  email: string | null
  /** The raw claim; `saysVerified` interprets it. */
  emailVerified: unknown
  name: string | null
  /** How long ago the user authenticated there, in milliseconds; null if the service does not say. */
  authAgeMs: number | null
}

/** The secrets of one login attempt; only we know the verifier, the service sees its hash. */
export type Journey = { state: string; nonce: string; verifier: string; redirectUri: string; again: boolean }

/** The client of one service. Both functions throw SocialFailure; anything else is a bug. */
export type OAuthProviderName = {
  id: OAuthId
  /** Its name for users. */
  name: string
  /** The issuer of its ID tokens. */
  issuer: string
  /** Whether it can be asked to re-authenticate the user, and says when it did. */
  canProve: boolean
  begin(journey: Journey): Promise<URL>
  finish(journey: Journey, answered: URLSearchParams): Promise<OAuthProof>
}

export type OAuthRefusal = 'cancelled' | 'not_accepted' | 'unreachable' | 'begin_again'

export class OAuthFailure extends Error {
  override name = 'SocialFailure'
  readonly refusal: OAuthRefusal

  constructor(refusal: OAuthRefusal, cause?: unknown) {
    super(refusal, { cause })
    this.refusal = refusal
  }
}
