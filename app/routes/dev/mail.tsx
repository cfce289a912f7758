import { NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { mailDetail } from '#modules/notifications/mail-queries.server.ts'
import { notificationKinds } from '#notification-kinds.server.ts'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/mail.ts'
import { MailParts } from './mail-parts.tsx'
import { MailState } from './mails.tsx'

export const meta = () => ownMeta('メール1通')

export const loader = page(async (ctx, { context, params }: Route.LoaderArgs) => {
  const id = parseId<'mail'>(params.id)
  if (!id) throw new NotFound('mail')
  const { environment, secureOrigin, encryption } = context.get(requestFacts)
  return { mail: await mailDetail(ctx, { environment, secureOrigin, encryption, kinds: notificationKinds }, id) }
})

/** One mail, and its delivery status. */
export default function MailPage({ loaderData: { mail } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-5 px-3.5 py-6 lg:py-10">
      <p>
        <Link to="/test/mails" className="prose-link inline-flex min-h-11 items-center">
          メールの一覧
        </Link>
      </p>
      <h1 className="text-h3 font-bold wrap-anywhere">{mail.subject}</h1>
      <p className="flex flex-wrap items-center gap-3">
        <MailState mail={mail} />
        <span className="wrap-anywhere">
          {mail.recipient === 'staff' ? '運営' : mail.recipient}・{formatMoment(mail.createdAt)}
        </span>
      </p>
      <MailParts {...mail} />
    </main>
  )
}
