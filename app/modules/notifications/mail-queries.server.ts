import { seeOrNotFound } from '#authorization/authorize.ts'
import type { Encryption } from '#kernel/encryption.ts'
import { NotFound } from '#kernel/errors.ts'
import type { MailId } from '#kernel/ids.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { wordsOf } from './mail-labels.server.ts'
import type { StoredKind } from './notification-kind.ts'
import { withSite } from './with-site.server.ts'

/** Where it is asked: mails of people are shown to administrators, and in development to every visitor. */
type Place = { environment: string; secureOrigin: string; encryption: Encryption; kinds: readonly StoredKind[] }

const columns = [
  'id',
  'template',
  'recipient',
  'subject',
  'createdAt',
  'tries',
  'sentAt',
  'keptAt',
  'failedAt',
  'lastError',
] as const

/** The newest hundred mails, of all or to one address (`to`), with their status. */
export const newestMails = query(
  'installation.see',
  async (ctx, place: Pick<Place, 'environment'>, to?: string | undefined) => {
    seeOrNotFound(ctx.actor, 'installation.see', place)
    return ctx.db
      .selectFrom('mails')
      .select(columns)
      .$if(Boolean(to), (mails) => mails.where('recipient', '=', to ?? ''))
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
  },
)

/**
 * One mail with its text; in production without the secrets of its links, which would open another person's account.
 */
export const mailDetail = query('installation.see', async (ctx, place: Place, id: MailId) => {
  seeOrNotFound(ctx.actor, 'installation.see', place)
  const mail = await ctx.db
    .selectFrom('mails')
    .select([...columns, 'data', 'html', 'text', 'codeId', 'replyTo'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => new NotFound('mail'))
  const encryption = place.environment === 'production' ? null : place.encryption
  const { codeId, data, ...shown } = mail
  const words = await wordsOf(place.kinds, mail)
  const { html, text } = withSite({ ...words, codeId }, { site: place.secureOrigin, encryption })
  return encryption ? { ...shown, html, text } : { ...shown, html: withoutSecrets(html), text: withoutSecrets(text) }
})

/** Secrets that a stored mail may still contain: a user pasted one, or it was queued before migration 0050. */
const withoutSecrets = (words: string) => words.replace(/((?:oobCode|code)=)[\w-]{43}/g, '$1…')

export type MailRow = Awaited<ReturnType<typeof newestMails>>[number]
