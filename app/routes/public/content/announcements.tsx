import { Form, redirect } from 'react-router'
import { formatDayWithYear } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { closeAnnouncement } from '#modules/content/announce.server.ts'
import { type OwnAnnouncement, ownAnnouncements } from '#modules/content/announcement-queries.server.ts'
import { ProseText } from '#modules/content/ui/prose-text.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { formOf } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { page, safeReturn } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { isSentByScript } from '#web/sent-by-script.ts'
import type { Route } from './+types/announcements.ts'

export const meta = () => ownMeta('お知らせ')
export const middleware = guarded('auth')

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({ announcements: await ownAnnouncements(ctx) }))

/** Dismisses one: from the bar of any page, or from the list. Without script the browser returns to the same page. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const id = parseId<'announcement'>(form.get('id'))
  if (id) await closeAnnouncement(ctx, { id })
  const back = form.get('back')
  return isSentByScript(request) ? null : redirect(safeReturn(typeof back === 'string' ? back : null, '/announcements'))
})

export default function AnnouncementsPage({ loaderData: { announcements } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-5 px-4 py-6 lg:py-10">
      <h1 className="text-h1">
        <Head as="span">お知らせ</Head>
      </h1>
      {announcements.length === 0 && <EmptyState>お知らせはまだありません。</EmptyState>}
      {announcements.map((announcement) => (
        <Announcement key={announcement.id} announcement={announcement} />
      ))}
    </div>
  )
}

function Announcement({
  announcement: { id, title, html, startsAt, state, unread },
}: {
  announcement: OwnAnnouncement
}) {
  return (
    <Card id={`announcement-${id}`} aria-labelledby={`title-${id}`} lined className="scroll-mt-24">
      <div className="grid grid-cols-1 gap-3 p-4 sm:p-6">
        <p className="flex flex-wrap items-center gap-2 text-sub text-ink-2">
          <time dateTime={jstDateOf(startsAt)}>{formatDayWithYear(jstDateOf(startsAt))}</time>
          {unread && <Badge tone="tag">新しいお知らせ</Badge>}
          {state === 'ended' && <Badge>終了</Badge>}
        </p>
        <h2 id={`title-${id}`} className="text-h3 font-bold">
          {title}
        </h2>
        <ProseText html={html} />
        {unread && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={id} />
            <Button kind="line">既読にする</Button>
          </Form>
        )}
      </div>
    </Card>
  )
}
