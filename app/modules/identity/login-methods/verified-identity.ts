import type { Amr } from '../session.ts'

/** The identity that a provider has just proven, passed to `enterWith` by every login method. */
export type VerifiedIdentity = {
  provider: 'embedded' | 'firebase'
  /** Who vouches: the issuer of the ID token, or `phone` for a number that we have verified ourselves. */
  issuer: string
  /** The user's id there: never a mail address, which can change hands. */
  subject: string
  email: string | null
  /** Only if the provider explicitly says so: see `saysVerified`. */
  emailVerified: boolean
  /** E.164. */
  phone: string | null
  name?: string | null
  /** When they proved it to the provider; the session is no fresher than that. */
  authTime: Date
  amr: readonly Amr[]
  /** The provider's name for its own session, to check later whether it is still valid. */
  handle?: string
}

/** Apple says `"true"`, others `true`; a number, a missing claim, or anything else is no proof. */
export const saysVerified = (claim: unknown): boolean => claim === true || claim === 'true'

/** The issuer of numbers that we have sent a code to ourselves; the subject is the number, E.164. */
export const phoneIssuer = 'phone'

export type EnterRefusal = 'use_first_way' | 'closed_to_you'

export const enterRefusalText: Record<EnterRefusal, string> = {
  use_first_way:
    'このメールアドレスは、すでに登録されています。これまでの方法でサインインし、「マイ設定」の「サインイン」で連携してください。',
  closed_to_you: 'このアカウントは現在利用できません。お心当たりがない場合は、お問い合わせください。',
}

export type LinkRefusal = 'belongs_to_another' | 'has_one_already'

export const linkRefusalText: Record<LinkRefusal, string> = {
  belongs_to_another: '他のアカウントで使用されているため、連携できません。',
  has_one_already: 'この方法は連携済みです。変更する場合は、先に現在の連携を解除してください。',
}

export type UnlinkRefusal = 'last_way_in'

export const unlinkRefusalText: Record<UnlinkRefusal, string> = {
  last_way_in: '解除するとサインインできなくなります。先に、パスワードか他の方法を追加してください。',
}
