import type { OAuthId } from './oauth-provider.ts'

/** The content of an ID token whose signature and dates are valid. Its claims about rights are ignored. */
export type IdToken = {
  issuer: string
  subject: string
  authTime: Date
  expiresAt: Date
  /** The sign-in method: `password`, `phone`, `custom`, `google.com` … */
  way: string
}

/** Verifies ID tokens. Which verifier runs is decided at start-up, and /healthz names it. */
export interface IdTokenVerifier {
  readonly name: string
  /** null: not a valid token. Throws ProviderUnavailable if that cannot be determined. */
  verify(token: string, now: Date): Promise<IdToken | null>
}

/** The current state of an account at the provider. */
export type ProviderAccount = {
  subject: string
  email: string | null
  emailVerified: boolean
  /** E.164. */
  phone: string | null
  name: string | null
  disabled: boolean
  /** Tokens and sessions older than this are void: the password was changed, or the account was revoked. */
  validSince: Date | null
  /** `password`, `phone`, `google.com` …; custom tokens are not listed. */
  ways: readonly string[]
}

export type AccountChange = {
  email?: string
  emailVerified?: boolean
  password?: string
  disabled?: boolean
  /** Ends all earlier sign-ins. */
  validSince?: Date
  /** Login methods to remove, named as in `ways`. The password's is removed with the address. */
  withoutWays?: readonly string[]
}

/**
 * The accounts at the provider. Requests with a token or a password need the public key only; the others use the
 * service account. All throw ProviderUnavailable when the provider does not answer.
 */
export interface ProviderAccounts {
  /** The owner of this token, if it is still valid: only the provider knows about revocation and disabling. */
  ofToken(token: string): Promise<ProviderAccount | 'revoked' | 'disabled' | 'unknown'>
  ofSubjects(subjects: readonly string[]): Promise<ProviderAccount[]>
  ofEmail(email: string): Promise<ProviderAccount | null>
  /** The id of the new account; null: the address already has one. */
  create(account: { email: string; password: string }): Promise<string | null>
  /** false: the new address belongs to another account. */
  change(subject: string, change: AccountChange): Promise<boolean>
  remove(subject: string): Promise<void>
  /** The account with this password; null if it is wrong. */
  checkPassword(email: string, password: string): Promise<string | null>
  /** A token with which the browser signs in to this account within minutes. */
  customToken(subject: string, now: Date): Promise<string>
}

/** What pages below /auth pass to the provider's script in the browser. No secrets. */
export type PublicFirebase = {
  apiKey: string
  authDomain: string
  projectId: string
  appId: string
  messagingSenderId: string
  /** The endpoint to which a new sign-in is sent. */
  syncUrl: string
  social: readonly { id: OAuthId; name: string }[]
  /** A local origin that stands in for the provider; only the tests' own entry point sets one. */
  standIn?: string
}

/** All parts of the Firebase provider, injected at start-up. */
export type Firebase = {
  client: PublicFirebase
  verifier: IdTokenVerifier
  accounts: ProviderAccounts
  /** As stored with the identities: one per project. */
  issuer: string
}

export const firebaseIssuer = (projectId: string) => `https://securetoken.google.com/${projectId}`
