import { formatMoment } from '#kernel/format.ts'
import { keptMessages } from '#modules/identity/login-methods/text-messages.server.ts'
import { Head } from '#ui/head.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/messages.ts'
import { notInProduction } from './for-developers.server.ts'

export const meta = () => ownMeta('SMS')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  notInProduction(context)
  return { messages: await keptMessages(ctx, context.get(requestFacts)) }
})

/** Text messages that were not really sent. Not in production. */
export default function MessagesPage({ loaderData: { messages } }: Route.ComponentProps) {
  return (
    <main id="main" className="mx-auto grid w-full max-w-2xl grid-cols-1 gap-5 px-3.5 py-6 lg:py-10">
      <h1 className="text-h2">
        <Head as="span">SMS</Head>
      </h1>
      <p>新しい100通。SMSを送るサービスを設定していないあいだ、ここに1日残ります。</p>
      <ul className="card divide-y divide-line">
        {messages.map(({ id, recipient, body, createdAt }) => (
          <li key={id} className="grid gap-1 px-4 py-3" data-to={recipient}>
            <p className="text-sub text-ink-2">
              {formatMoment(createdAt)}・<span className="num">{recipient}</span>
            </p>
            <p className="wrap-anywhere whitespace-pre-line">{body}</p>
          </li>
        ))}
        {messages.length === 0 && <li className="px-4 py-8 text-center">まだ1通もありません</li>}
      </ul>
    </main>
  )
}
