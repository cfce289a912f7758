import { createHash, randomBytes } from 'node:crypto'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { Email } from '#kernel/email.ts'
import type { Side } from '#kernel/enums.ts'
import type { PersonId } from '#kernel/ids.ts'
import { ok, type Result, refuse, refuseFor } from '#kernel/result.ts'
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
export type Saver = { version: number; tab: string }

export type SaveRefusal = 'changed_elsewhere' | 'draft_gone' | 'already_sent'

export const saveRefusalText: Record<SaveRefusal, string> = {
  changed_elsewhere: '別の画面で変更されました。下のボタンで新しい内容を開いてから、直してください。',
  draft_gone: '時間切れのため最初から入力してください。',
  already_sent: 'この申しこみはもう送られています。届いたメールを見てください。',
}

export const draftHashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const columns = ['idHash as hash', 'side', 'email', 'profile', 'version', 'savedBy', 'committedAt', 'personId'] as const

/** The draft of this browser; `expired` if the cookie has outlived it. */
export async function findDraft(
  { db, now }: { db: DbOrTx; now: Date },
  token: string | null,
  lock = false,
): Promise<Draft | 'expired' | null> {
  if (token === null) return null
  const asked = db
    .selectFrom('signupDrafts')
    .select(columns)
    .where('idHash', '=', draftHashOf(token))
    .where('expiresAt', '>', now)
  const row = await (lock ? asked.forUpdate() : asked).executeTakeFirst()
  // only results of readEmail were ever stored there
  return row ? { ...row, email: row.email as Email | null } : 'expired'
}

/**
 * Begins a sign-up; the token is stored in this browser's cookie, and only its hash here. A network that begins too
 * many has to wait: `too_many_tries`.
 */
export async function startDraft(
  { db, now }: Asking,
  side: Side,
  ip: string | null,
): Promise<Result<{ token: string }, 'too_many_tries'>> {
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
}

export type DraftChange = { side?: Side; email?: Email; profile?: TypedProfile }

/**
 * Saves typed values in the draft, valid or not. Of two windows the second is refused, unless it has seen what the
 * first has saved; the window that saved last may save again, as its autosave does.
 */
export async function saveDraft(
  { db, now }: Asking,
  token: string,
  { version, tab }: Saver,
  { profile, ...change }: DraftChange,
): Promise<Result<{ version: number }, SaveRefusal>> {
  const saved = await db
    .updateTable('signupDrafts')
    .set(({ eb }) => ({
      ...change,
      ...(profile && { profile: JSON.stringify(profile) }),
      version: eb('version', '+', 1),
      savedBy: tab,
      expiresAt: endOf(now),
    }))
    .where('idHash', '=', draftHashOf(token))
    .where('expiresAt', '>', now)
    .where('committedAt', 'is', null)
    .where(({ eb, or }) => or([eb('version', '=', version), eb('savedBy', '=', tab)]))
    .returning('version')
    .executeTakeFirst()
  if (saved) return ok(saved)
  const draft = await findDraft({ db, now }, token)
  if (draft === null || draft === 'expired') return refuse('draft_gone')
  return refuse(draft.committedAt ? 'already_sent' : 'changed_elsewhere')
}

/** The mailed link is valid equally long from its sending. */
export const endOf = (now: Date): Date => new Date(now.getTime() + draftLife.ms)

/** Deletes expired drafts, which can no longer be opened, with their documents; the files are swept later. */
export async function forgetOldDrafts({ db, now }: Asking): Promise<number> {
  const gone = await db.deleteFrom('signupDrafts').where('expiresAt', '<=', now).executeTakeFirst()
  return Number(gone.numDeletedRows)
}
