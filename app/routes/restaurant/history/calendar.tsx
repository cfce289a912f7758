import { Copy } from 'lucide-react'
import { useState } from 'react'
import { data, Form, type MetaFunction, useNavigation } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { formatMoment } from '#kernel/format.ts'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { calendarFeed, makeCalendarFeed, revokeCalendarFeed } from '#modules/ordering/past/calendar-feed.server.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proven } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/calendar.ts'
import { HistoryTabs } from './history-tabs.tsx'

export const meta: MetaFunction = () => ownMeta('お届けカレンダー')

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({
  feed: await calendarFeed(ctx),
  fresh: isRecentAuth(ctx.actor, ctx.now),
}))

const here = '/restaurant/order/History/calendar'

const none: Problem | undefined = undefined

const steps = {
  revoke: job(revokeCalendarFeed, {
    done: (_done, _given, _ctx, _args: Route.ActionArgs) =>
      redirectWithFlash(here, 'カレンダーのアドレスを無効にしました。今後は読み込めません。'),
  }),
  // the address is in this one response only; neither we nor the browser store it
  make: proven(
    job(makeCalendarFeed, {
      done: ({ path }, _given, _ctx, { context }: Route.ActionArgs) =>
        data(
          { address: `${context.get(requestFacts).secureOrigin}${path}`, problem: none },
          { headers: { 'cache-control': 'no-store' } },
        ),
    }),
  ),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(steps, ctx, await formOf(args.request), args),
)

export default function CalendarPage({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const address = actionData && 'address' in actionData ? actionData.address : null
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8 lg:pt-8">
      <h1>
        <Head as="span" className="text-h2 lg:text-h1">
          伝票
        </Head>
      </h1>
      <HistoryTabs />
      <section aria-labelledby="calendar" className="card grid max-w-[40rem] grid-cols-1 gap-4 p-4 lg:p-6">
        <h2 id="calendar" className="text-h3 font-bold">
          お届け予定をカレンダーに表示
        </h2>
        <p>
          スマートフォンやパソコンのカレンダーに、お届け日・時間帯・農園・商品の数量が表示されます。注文を変更すると、カレンダーにも反映されます。価格は表示されません。
        </p>
        {address ? <NewAddress address={address} /> : <Feed {...loaderData} problem={problem} />}
      </section>
    </div>
  )
}

function Feed({ feed, fresh, problem }: Route.ComponentProps['loaderData'] & { problem: Problem | undefined }) {
  const busy = useNavigation().state !== 'idle'
  return (
    <>
      {feed && (
        <p className="text-sub text-ink-2">
          {formatMoment(feed.createdAt)}に作成・
          {feed.lastReadAt ? `最終読み込み：${formatMoment(feed.lastReadAt)}ごろ` : '読み込みはまだありません'}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Form method="post" noValidate className="grid grid-cols-1 gap-3">
          <input type="hidden" name="intent" value="make" />
          <ProofField id="calendar-proof" fresh={fresh} problem={problem} />
          <Button size="lg" className="justify-self-start" kind={feed ? 'line' : 'pine'} busy={busy}>
            {feed ? 'アドレスを再発行する' : 'アドレスを発行する'}
          </Button>
        </Form>
        {feed && (
          <Form method="post">
            <input type="hidden" name="intent" value="revoke" />
            <Button size="lg" kind="danger" busy={busy}>
              アドレスを無効にする
            </Button>
          </Form>
        )}
      </div>
      <p className="text-sub text-ink-2">
        アドレスは、ご自身専用です。
        {feed && '再発行すると、前のアドレスは使えなくなります。'}
      </p>
    </>
  )
}

function NewAddress({ address }: { address: string }) {
  const hydrated = useHydrated()
  const [copied, setCopied] = useState(false)
  return (
    <>
      <Notice tone="tag">
        アドレスが表示されるのは今回のみです。アドレスを知っている人は誰でもお届け予定を閲覧できます。他の人に送らないでください。
      </Notice>
      <p className="rounded-control border border-line bg-sunken p-4 text-sub break-all select-all" data-new-address>
        {address}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <a href={address.replace(/^https?:/, 'webcal:')} className="btn" data-kind="pine" data-size="lg">
          カレンダーに追加
        </a>
        {hydrated && (
          <Button
            type="button"
            kind="line"
            size="lg"
            icon={<Copy aria-hidden="true" />}
            onClick={() => navigator.clipboard.writeText(address).then(() => setCopied(true))}
          >
            コピーする
          </Button>
        )}
        <span role="status">{copied && 'コピーしました。'}</span>
      </div>
      <ol className="grid list-decimal gap-1 ps-6 text-sub">
        <li>iPhone：「カレンダーに追加」を押し、「照会」を選択します。</li>
        <li>Googleカレンダー：パソコンで「他のカレンダー」の＋から「URLで追加」を選択し、アドレスを貼り付けます。</li>
        <li>Outlook：「予定表を追加」の「Webから定期受信」に、アドレスを貼り付けます。</li>
      </ol>
      <ButtonLink to={here} kind="line">
        追加しました。戻る
      </ButtonLink>
    </>
  )
}
