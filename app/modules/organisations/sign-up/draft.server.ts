import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Side } from '#kernel/enums.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, refuse, refuseFor } from '#kernel/result.ts'
import { EmailIn, RowVersion } from '#kernel/schema.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { signUpLimits } from '#modules/identity/account-limits.ts'
import { draftLife } from '#modules/identity/session.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import type { TypedProfile } from './profile.ts'

/** A sign-up in progress. No account exists yet. */
export type Draft = {
  /** SHA-256 of the cookie: identifies the draft and the owner of its documents. */
  hash: Buffer
  side: Side | null
  email: Email | null
  profile: TypedProfile
  version: number
  savedBy: string | null
  committedAt: Date | null
  /** The account created from it; null before, and if the address already had an account. */
  personId: PersonId | null
}

type Asking = Pick<Ctx, 'db' | 'now'>

/** Who saves: the version they have seen, and their open window (a random word of the page). */
export const saverFields = { version: RowVersion, tab: z.uuid() }
export type Saver = { version: number; tab: string }

const sides = ['restaurant', 'farm'] as const

/** Accounts are found by the lower-case address. */
export const AccountEmailIn = EmailIn.transform((email) => email.toLowerCase() as Email)

export type SaveRefusal = 'changed_elsewhere' | 'draft_gone' | 'already_sent'

export const saveRefusalText: Record<SaveRefusal, string> = {
  changed_elsewhere: '別の画面で変更されました。下のボタンで新しい内容を開いてから、修正してください。',
  draft_gone: '有効時間を過ぎました。最初から入力してください。',
  already_sent: 'この申し込みは送信済みです。届いたメールを確認してください。',
}

const saveRefusals = {
  codes: ['changed_elsewhere', 'draft_gone', 'already_sent'] as const,
  text: (refusal: SaveRefusal): string => saveRefusalText[refusal],
}

export const startRefusals = {
  codes: ['too_many_tries'] as const,
  text: () => 'この回線から短時間に多くの登録が開始されています。1時間ほどあけて、もう一度お試しください。',
}

export const draftHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const columns = ['idHash as hash', 'side', 'email', 'profile', 'version', 'savedBy', 'committedAt', 'personId'] as const

/** The draft of this browser; `expired` if the cookie has outlived it. */
export const findDraft = query(
  'public',
  async ({ db, now }: Asking, token: string | null, lock = false): Promise<Draft | 'expired' | null> => {
    if (token === null) return null
    const asked = db
      .selectFrom('signupDrafts')
      .select(columns)
      .where('idHash', '=', draftHashOf(token))
      .where('expiresAt', '>', now)
    const row = await (lock ? asked.forUpdate() : asked).executeTakeFirst()
    // only results of readEmail were ever stored there
    return row ? { ...row, email: row.email as Email | null } : 'expired'
  },
)

/**
 * Begins a sign-up; the token is stored in this browser's cookie, and only its hash here. A network that begins too
 * many has to wait: `too_many_tries`.
 */
export const startDraft = repeatable({
  name: 'sign_up.start',
  permission: 'public',
  input: { side: z.enum(sides, 'どちらかを選択してください。') },
  refusals: startRefusals,
  run: async ({ db, now }, { side }, { ip }: { ip: string | null }) => {
    const wait = await waitAfter({ db, now }, 'draft-ip', ip, signUpLimits.drafts)
    if (wait > 0) return refuseFor('too_many_tries', wait)
    const token = randomBytes(32).toString('base64url')
    await db
      .insertInto('signupDrafts')
      .values({
        idHash: draftHashOf(token),
        side,
        email: null,
        profile: '{}',
        savedBy: null,
        committedAt: null,
        personId: null,
        createdAt: now,
        expiresAt: endOf(now),
      })
      .execute()
    return ok({ token })
  },
})

/**
 * Saves typed values in the draft, valid or not. Of two windows the second is refused, unless it has seen what the
 * first has saved; the window that saved last may save again, as its autosave does.
 */
export const saveDraft = repeatable({
  name: 'sign_up.save',
  permission: 'public',
  input: {
    ...saverFields,
    side: z.enum(sides).optional(),
    email: AccountEmailIn.optional(),
    profile: z.record(z.string(), z.string()).optional(),
  },
  refusals: saveRefusals,
  run: async (ctx, { version, tab, profile, ...change }, token: string) => {
    const saved = await ctx.db
      .updateTable('signupDrafts')
      .set(({ eb }) => ({
        ...change,
        ...(profile && { profile: JSON.stringify(profile) }),
        version: eb('version', '+', 1),
        savedBy: tab,
        // one by telephone lives longer, also once it is corrected
        expiresAt: sql<Date>`greatest(expires_at, ${endOf(ctx.now)})`,
      }))
      .where('idHash', '=', draftHashOf(token))
      .where('expiresAt', '>', ctx.now)
      .where('committedAt', 'is', null)
      .where(({ eb, or }) => or([eb('version', '=', version), eb('savedBy', '=', tab)]))
      .returning('version')
      .executeTakeFirst()
    if (saved) return ok(saved)
    const draft = await findDraft(ctx, token)
    if (draft === null || draft === 'expired') return refuse('draft_gone')
    return refuse(draft.committedAt ? 'already_sent' : 'changed_elsewhere')
  },
})

/** The mailed link is valid equally long from its sending. */
export const endOf = (now: Date): Date => new Date(now.getTime() + draftLife.ms)

/** Deletes expired drafts, which can no longer be opened, with their documents; the files are swept later. */
export async function forgetOldDrafts({ db, now }: Asking): Promise<number> {
  const gone = await db.deleteFrom('signupDrafts').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
