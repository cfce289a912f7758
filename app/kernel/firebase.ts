import type { SocialId } from './social-way.ts'

/** What an ID token says, once its signature and its dates were found right. What it claims about rights is left out. */
export type IdToken = {
  issuer: string
  subject: string
  authTime: Date
  expiresAt: Date
  /** How they signed in there: `password`, `phone`, `custom`, `google.com` … */
  way: string
}

/** Reads ID tokens. Which one the app runs with is decided where it is started, and said by /healthz. */
export interface IdTokenVerifier {
  readonly name: string
  /** null: not a token to be believed. Throws ProviderUnavailable where that cannot be known. */
  verify(token: string, now: Date): Promise<IdToken | null>
}

/** An account as the provider knows it now. */
export type ProviderAccount = {
  subject: string
  email: string | null
  emailVerified: boolean
  /** E.164. */
  phone: string | null
  name: string | null
  disabled: boolean
  /** Tokens and sessions of before are void: the password was changed, or the account was revoked. */
  validSince: Date | null
  /** `password`, `phone`, `google.com` …; custom tokens leave none. */
  ways: readonly string[]
}

export type AccountChange = {
  email?: string
  emailVerified?: boolean
  password?: string
  disabled?: boolean
  /** Ends every sign-in of before. */
  validSince?: Date
  /** Ways that lead in no more, as in `ways`. That of the password goes with the address. */
  withoutWays?: readonly string[]
}

/**
 * The accounts at the provider. What is asked for by a token or a password needs the public key only; the rest is said in
 * the name of the service account. Everything throws ProviderUnavailable when the provider does not answer.
 */
export interface ProviderAccounts {
  /** Whose token this is, if it still holds: revocation and disabling are known there only. */
  ofToken(token: string): Promise<ProviderAccount | 'revoked' | 'disabled' | 'unknown'>
  ofSubjects(subjects: readonly string[]): Promise<ProviderAccount[]>
  ofEmail(email: string): Promise<ProviderAccount | null>
  /** The number of the new account; null: the address has one already. */
  create(account: { email: string; password: string }): Promise<string | null>
  /** false: the address that it should get is another account's. */
  change(subject: string, change: AccountChange): Promise<boolean>
  remove(subject: string): Promise<void>
  /** Whose password this is; null if it is wrong. */
  checkPassword(email: string, password: string): Promise<string | null>
  /** A token with which the browser signs this account in, within minutes. */
  customToken(subject: string, now: Date): Promise<string>
}

/** What pages below /auth tell the browser's part of the provider. No secrets. */
export type PublicFirebase = {
  apiKey: string
  authDomain: string
  projectId: string
  appId: string
  messagingSenderId: string
  /** Where a new sign-in is shown to us. */
  syncUrl: string
  social: readonly { id: SocialId; name: string }[]
  /** An origin of this machine that stands in for the provider; only the tests' own entry point names one. */
  standIn?: string
}

/** Everything that the Firebase provider is made of, injected where the app is started. */
export type Firebase = {
  client: PublicFirebase
  verifier: IdTokenVerifier
  accounts: ProviderAccounts
  /** As in the identities: one per project. */
  issuer: string
}

export const firebaseIssuer = (projectId: string) => `https://securetoken.google.com/${projectId}`
