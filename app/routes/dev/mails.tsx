import { Form } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { type MailRow, newestMails } from '#modules/notifications/mail-queries.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/mails.ts'

export const meta = () => ownMeta('メール')

export const loader = page(async (ctx, { context, request }: Route.LoaderArgs) => {
  const to = new URL(request.url).searchParams.get('to')?.trim()
  return { mails: await newestMails(ctx, context.get(requestFacts), to), to }
})

/** The outbox: all mails with their receivers and delivery status. */
export default function MailsPage({ loaderData: { mails, to } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto grid w-full max-w-4xl grid-cols-1 gap-5 px-3.5 py-6 lg:py-10">
      <h1 className="text-h2">
        <Head as="span">メール</Head>
      </h1>
      <p>
        新しい100通。メールサーバーを設定していないあいだ、ここに残ります。まだ送ったことのないものは、
        <Link to="/test/mails/templates" className="prose-link font-bold">
          メールの見本
        </Link>
        で読めます。
      </p>
      <Form className="flex flex-wrap items-end gap-3">
        <TextField key={to} label="宛先" type="email" name="to" defaultValue={to} className="min-w-64 flex-1" />
        <Button kind="line">検索</Button>
      </Form>
      <ul className="card divide-y divide-line">
        {mails.map((mail) => (
          <li key={mail.id} className="grid gap-x-4 gap-y-1 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
            <Link to={`/test/mails/${mail.id}`} className="prose-link min-h-11 font-bold wrap-anywhere">
              {mail.subject}
            </Link>
            <span className="sm:row-span-2">
              <MailState mail={mail} />
            </span>
            <p className="text-sub text-ink-2 wrap-anywhere">
              {formatMoment(mail.createdAt)}・{mail.recipient === 'staff' ? '運営' : mail.recipient}・
              <span lang="en">{mail.template}</span>
            </p>
            {mail.lastError && <p className="text-sub text-akane wrap-anywhere">{mail.lastError}</p>}
          </li>
        ))}
        {mails.length === 0 && (
          <li className="px-4 py-8 text-center">{to ? 'この宛先のメールはありません' : 'まだ1通もありません'}</li>
        )}
      </ul>
    </main>
  )
}

export function MailState({ mail }: { mail: MailRow }) {
  if (mail.sentAt) return <Badge tone="matcha">送りました {formatMoment(mail.sentAt)}</Badge>
  if (mail.keptAt) return <Badge tone="ai">残しました</Badge>
  if (mail.failedAt) return <Badge tone="akane">届けられません（{mail.tries}回）</Badge>
  return <Badge tone="kaki">{mail.tries === 0 ? '待っています' : `もう一度送ります（${mail.tries}回目のあと）`}</Badge>
}
