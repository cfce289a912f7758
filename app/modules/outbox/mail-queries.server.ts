import { seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { MailId } from '#kernel/ids.ts'

/** Where it is asked: mails of people are shown to administrators, and to everybody while one develops. */
type Place = { environment: string }

const columns = [
  'id',
  'template',
  'recipient',
  'subject',
  'created_at as createdAt',
  'due_at as dueAt',
  'tries',
  'sent_at as sentAt',
  'kept_at as keptAt',
  'failed_at as failedAt',
  'last_error as lastError',
] as const

/** The newest hundred mails, with what became of each. */
export async function newestMails(ctx: Ctx, place: Place) {
  seeOrNotFound(ctx.actor, 'installation.see', place)
  return ctx.db
    .selectFrom('mails')
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** One mail with its words; in production without the secrets of its links, which would open somebody else's account. */
export async function mailDetail(ctx: Ctx, place: Place, id: MailId) {
  seeOrNotFound(ctx.actor, 'installation.see', place)
  const mail = await ctx.db
    .selectFrom('mails')
    .select([...columns, 'html', 'text', 'reply_to as replyTo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFound('mail'))
  if (place.environment !== 'production') return mail
  return { ...mail, html: withoutSecrets(mail.html), text: withoutSecrets(mail.text) }
}

const withoutSecrets = (words: string) => words.replace(/((?:oobCode|code)=)[\w-]{43}/g, '$1…')

export type MailRow = Awaited<ReturnType<typeof newestMails>>[number]
