/** The services that know people already. `oidc`: any issuer, such as that of an association of restaurants. */
export const socialIds = ['google', 'line', 'apple', 'oidc'] as const
export type SocialId = (typeof socialIds)[number]

/** As people know them; what `oidc` is called here, the settings say. */
export const socialNames = {
  google: 'Google',
  line: 'LINE',
  apple: 'Apple',
  oidc: 'ほかのサービス',
} as const satisfies Record<SocialId, string>

/** What a service has said in an ID token that we have checked. */
export type SocialProof = {
  issuer: string
  subject: string
  email: string | null
  /** The claim as it was said; `saysVerified` judges it. */
  emailVerified: unknown
  name: string | null
  /** How long ago they proved themselves there, in milliseconds; null if the service does not say. */
  authAgeMs: number | null
}

/** The secrets of one journey there and back; nobody but us and, hashed, the service sees the verifier. */
export type Journey = { state: string; nonce: string; verifier: string; redirectUri: string; again: boolean }

/** One service, as we reach it. Both throw SocialFailure, and nothing else that is not a bug. */
export type SocialWay = {
  id: SocialId
  /** As people know it. */
  name: string
  /** Who vouches in its ID tokens. */
  issuer: string
  /** Whether it can be asked to check once more who somebody is, and says when it did. */
  canProve: boolean
  begin(journey: Journey): Promise<URL>
  finish(journey: Journey, answered: URLSearchParams): Promise<SocialProof>
}

export type SocialRefusal = 'cancelled' | 'not_accepted' | 'unreachable' | 'begin_again'

export class SocialFailure extends Error {
  override name = 'SocialFailure'
  readonly refusal: SocialRefusal

  constructor(refusal: SocialRefusal, cause?: unknown) {
    super(refusal, { cause })
    this.refusal = refusal
  }
}
