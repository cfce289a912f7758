import { seeOrNotFound } from '#access/authorize.ts'
import type { Ctx } from '#access/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import type { AnswerLinkId, MailId } from '#kernel/ids.ts'
import { withSite } from './our-page.ts'

/** Where it is asked: mails of people are shown to administrators, and to everybody while one develops. */
type Place = { environment: string; secureOrigin: string; sign?: (link: AnswerLinkId) => string }

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

/** The newest hundred mails, of all or to one address (`to`), with what became of each. */
export async function newestMails(ctx: Ctx, place: Pick<Place, 'environment'>, to?: string | undefined) {
  seeOrNotFound(ctx.actor, 'installation.see', place)
  return ctx.db
    .selectFrom('mails')
    .select(columns)
    .$if(Boolean(to), (mails) => mails.where('recipient', '=', to ?? ''))
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
  const open = place.environment !== 'production'
  const { html, text } = withSite(mail, { site: place.secureOrigin, sign: open ? place.sign : undefined })
  return open ? { ...mail, html, text } : { ...mail, html: withoutSecrets(html), text: withoutSecrets(text) }
}

const withoutSecrets = (words: string) => words.replace(/((?:oobCode|code)=)[\w-]{43}/g, '$1…')

export type MailRow = Awaited<ReturnType<typeof newestMails>>[number]
