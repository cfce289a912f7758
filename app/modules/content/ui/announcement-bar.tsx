import { Megaphone, X } from 'lucide-react'
import { useFetcher, useLocation } from 'react-router'
import { Link } from '#ui/link.tsx'
import type { UnreadAnnouncement } from '../announcement-queries.server.ts'

/**
 * One unobtrusive line with an announcement of staff, until the user closes it. The newest first; the next one appears
 * when it is closed. A plain form, so that it closes without script, too.
 */
export default function AnnouncementBar({ unread }: { unread: UnreadAnnouncement }) {
  const { pathname, search } = useLocation()
  const closing = useFetcher({ key: `close ${unread.id}` })
  // on the page that lists them all, the bar would only repeat the first
  if (closing.state !== 'idle' || pathname === '/announcements') return null
  return (
    <section aria-label="お知らせ" className="no-print border-b border-line bg-ai-tint text-ink">
      <div className="mx-auto flex w-full max-w-[90rem] flex-wrap items-center gap-x-3 ps-4 pe-1.5 lg:px-8">
        <Megaphone aria-hidden="true" size={20} className="shrink-0 text-ai" />
        <p className="min-w-0 grow basis-40 py-1.5">
          <Link
            to={`/announcements#announcement-${unread.id}`}
            className="inline-flex min-h-(--target) items-center font-bold underline-offset-4 hover:underline"
          >
            <span>
              {unread.title}
              {unread.more > 0 && <span className="ms-2 text-sub font-normal text-ink-2">他{unread.more}件</span>}
            </span>
          </Link>
        </p>
        <closing.Form method="post" action="/announcements" className="ms-auto shrink-0">
          <input type="hidden" name="id" value={unread.id} />
          <input type="hidden" name="back" value={pathname + search} />
          <button type="submit" className="btn whitespace-nowrap" data-kind="text">
            <X aria-hidden="true" />
            閉じる
          </button>
        </closing.Form>
      </div>
    </section>
  )
}
