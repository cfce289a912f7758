import { Form } from 'react-router'
import { formatDay, formatTime } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { type CentreNotification, ownNotifications, readNotices } from '#modules/notifications/centre.server.ts'
import { notificationTopics } from '#modules/notifications/notification-topics.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { guarded } from '#web/guard.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/notifications.ts'

export const meta = () => ownMeta('お知らせ')
export const middleware = guarded('auth')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams
  const [at, id] = [new Date(asked.get('at') ?? ''), parseId<'notification'>(asked.get('after'))]
  const after = id && !Number.isNaN(at.getTime()) ? { createdAt: at, id } : null
  const unread = asked.get('show') === 'unread'
  const { notifications, next } = await ownNotifications(ctx, { unread, after })
  const days = [...Map.groupBy(notifications, ({ createdAt }) => jstDateOf(createdAt))].map(([day, told]) => ({
    day,
    told,
  }))
  return { days, next, unread, first: after === null, newest: notifications[0]?.createdAt ?? null }
})

/** Everything shown on the page counts as read; what arrived meanwhile stays new. */
export const action = pageAction(
  onlyJob(
    job(readNotices, {
      done: (read, _given, _ctx, _args: Route.ActionArgs) =>
        redirectWithFlash('/notices', read > 0 ? `${read}件を既読にしました。` : '新しいお知らせはありません。'),
    }),
  ),
)

export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { days, next, unread, first, newest } = loaderData
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5 px-4 py-6 lg:py-10">
      <h1 className="text-h1">
        <Head as="span">お知らせ</Head>
      </h1>
      <nav aria-label="表示するお知らせ" className="flex flex-wrap gap-2">
        <ButtonLink to="/notices" kind={unread ? 'line' : 'pine'} aria-current={unread ? undefined : 'page'}>
          すべて
        </ButtonLink>
        <ButtonLink to="?show=unread" kind={unread ? 'pine' : 'line'} aria-current={unread ? 'page' : undefined}>
          未読のみ
        </ButtonLink>
        <ButtonLink to="/announcements" kind="text">
          運営からのお知らせ
        </ButtonLink>
        <ButtonLink to="/profile/notices" kind="text">
          受信設定
        </ButtonLink>
      </nav>
      {days.length === 0 ? (
        <EmptyState>
          {unread
            ? '新しいお知らせはありません。'
            : 'お知らせはまだありません。注文への回答や、価格の変わる商品などが、ここに表示されます。'}
        </EmptyState>
      ) : (
        newest &&
        first && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="upTo" value={newest.toISOString()} />
            <Button kind="line">すべて既読にする</Button>
          </Form>
        )
      )}
      {days.map(({ day, told }) => (
        <Day key={day} day={day} told={told} />
      ))}
      {next && (
        <ButtonLink
          to={`?${new URLSearchParams({ at: next.createdAt.toISOString(), after: next.id, ...(unread && { show: 'unread' }) })}`}
          kind="line"
        >
          以前のお知らせを見る
        </ButtonLink>
      )}
    </div>
  )
}

const Day = ({ day, told }: { day: JstDate; told: readonly CentreNotification[] }) => (
  <section aria-labelledby={`day-${day}`} className="grid grid-cols-1 gap-2">
    <h2 id={`day-${day}`} className="text-sub font-bold text-ink-2">
      <time dateTime={day}>{formatDay(day)}</time>
    </h2>
    <ul className="card grid grid-cols-1">
      {told.map((notice) => (
        <li key={notice.id} className="border-t border-line first:border-t-0">
          <Told notice={notice} />
        </li>
      ))}
    </ul>
  </section>
)

/** A press opens the subject and marks it as read; a form, so that prefetching marks nothing. */
const Told = ({ notice: { id, kind, title, body, createdAt, unread } }: { notice: CentreNotification }) => (
  <form method="post" action={`/notices/${id}`}>
    <button
      type="submit"
      className="grid w-full grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 text-start hover:bg-pine-tint"
    >
      <span
        aria-hidden="true"
        className={`mt-2.5 size-2.5 rounded-full ${unread ? 'bg-akane' : 'border border-line-strong'}`}
      />
      <span className="min-w-0">
        <span className={`block wrap-anywhere ${unread ? 'font-bold' : ''}`}>
          {unread && <span className="visually-hidden">未読：</span>}
          {title}
        </span>
        {body && <span className="mt-0.5 block text-sub text-ink-2 wrap-anywhere">{body}</span>}
        <span className="mt-1 block">
          <Badge>{notificationTopics[kind].word}</Badge>
        </span>
      </span>
      <span className="num pt-0.5 text-sub whitespace-nowrap text-ink-2">{formatTime(createdAt)}</span>
    </button>
  </form>
)
