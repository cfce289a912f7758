import type { Generated } from 'kysely'
import type { Json } from '#infra/db/column-types.ts'
import type { TextSize, Theme } from '#kernel/appearance.ts'
import type { AccountChangeKind, AccountChangeOutcome, AdminRole, CodePurpose, IdentityProof } from '#kernel/enums.ts'
import type { AccountChangeId, AdminId, ApiTokenId, Id, ImpersonationId, MembershipId, PersonId } from '#kernel/ids.ts'
import type { MinuteOfDay } from '#kernel/jst.ts'

/** The tables that this module owns: no other module writes them. The constraints are in db/migrations. */
export type IdentityTables = {
  people: {
    id: PersonId
    /** null: a user who signed up by phone and has given none yet; members of an organisation always have one. */
    email: string | null
    name: string
    emailVerifiedAt: Date | null
    suspendedAt: Date | null
    nameKana: Generated<string>
    closedAt: Date | null
    createdAt: Date
    theme: Theme | null
    textSize: TextSize | null
    lastMembershipId: MembershipId | null
    announcementMails: Generated<boolean>
    priceMails: Generated<boolean>
    /** Quiet hours, in minutes of the day in Japan; both the same: none. */
    quietFrom: Generated<MinuteOfDay>
    quietUntil: Generated<MinuteOfDay>
    /** Of the key in mail addresses before the vault made it; null: no such mail was sent. */
    oldNoticeKeyHash: Generated<Buffer | null>
  }
  identities: {
    provider: string
    issuer: string
    subject: string
    personId: PersonId
    /** As the provider stated it, possibly wrong; never used for look-ups. */
    email: string | null
    linkedAt: Date | null
  }
  textMessages: { id: Id<'textMessage'>; recipient: string; body: string; createdAt: Date }
  passwords: { personId: PersonId; phc: string; changedAt: Date }
  admins: {
    id: AdminId
    email: string
    name: string
    phc: string
    role: Generated<AdminRole>
    disabledAt: Date | null
    createdAt: Date
    theme: Theme | null
    textSize: TextSize | null
  }
  sessions: {
    idHash: Buffer
    personId: PersonId | null
    adminId: AdminId | null
    channel: 'cookie' | 'bearer'
    provider: string
    providerHandle: string | null
    aal: number
    /** When the provider was last asked whether the account is still valid. */
    providerCheckedAt: Generated<Date | null>
    amr: string[]
    authTime: Date
    createdAt: Date
    seenAt: Date
    idleUntil: Date
    absUntil: Date
    ip: string | null
    userAgent: string | null
    membershipId: MembershipId | null
    /** Bearer only: when the access token ends; the refresh token brings the next. */
    accessUntil: Date | null
  }
  refreshTokens: { hash: Buffer; sessionHash: Buffer; createdAt: Date; expiresAt: Date; spentAt: Date | null }
  apiTokens: {
    id: ApiTokenId
    prefix: string
    hash: Buffer
    personId: PersonId
    membershipId: Id<'membership'>
    name: string
    scopes: string[]
    createdAt: Date
    expiresAt: Date
    lastUsedAt: Date | null
  }
  usedTokens: { hash: Buffer; expiresAt: Date }
  throttle: { key: string; n: number; until: Date }
  knownNetworks: { personId: PersonId | null; adminId: AdminId | null; network: string; seenAt: Date }
  oneTimeCodes: {
    hash: Buffer
    purpose: CodePurpose
    personId: PersonId | null
    adminId: AdminId | null
    email: string | null
    data: Json<Record<string, unknown>>
    tries: Generated<number>
    createdAt: Date
    expiresAt: Date
    usedAt: Date | null
  }
  totpSecrets: {
    id: Id<'totpSecret'>
    personId: PersonId | null
    adminId: AdminId | null
    sealedSecret: string
    lastStep: number | null
    createdAt: Date
    confirmedAt: Date | null
  }
  backupCodes: {
    hash: Buffer
    personId: PersonId | null
    adminId: AdminId | null
    createdAt: Date
    usedAt: Date | null
  }
  passkeys: {
    credentialId: string
    personId: PersonId | null
    adminId: AdminId | null
    publicKey: Buffer
    counter: number
    transports: string[]
    backedUp: boolean
    name: string
    createdAt: Date
    lastUsedAt: Date | null
  }
  impersonations: {
    id: ImpersonationId
    hash: Buffer
    sessionHash: Buffer | null
    adminId: AdminId
    personId: PersonId
    membershipId: MembershipId | null
    reason: string
    beganAt: Date
    until: Date
    endedAt: Date | null
    lastPath: string | null
  }
  accountChanges: {
    id: AccountChangeId
    kind: AccountChangeKind
    personId: PersonId | null
    adminId: AdminId | null
    oldEmail: string | null
    newEmail: string | null
    proof: IdentityProof | null
    reason: string
    askedBy: AdminId
    askedAt: Date
    expiresAt: Date
    confirmedBy: AdminId | null
    confirmedAt: Date | null
    takesEffectAt: Date | null
    endedAt: Date | null
    outcome: AccountChangeOutcome | null
  }
}
