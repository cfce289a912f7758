import { Megaphone, X } from 'lucide-react'
import { useFetcher, useLocation } from 'react-router'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import type { UnreadAnnouncement } from '../announcement-queries.server.ts'

/**
 * One unobtrusive line with an announcement of staff, until the user closes it. The newest first; the next one appears
 * when it is closed, and a closed one never again, on any device. A plain form, so that it closes without script, too.
 */
export default function AnnouncementBar({ unread }: { unread: UnreadAnnouncement }) {
  const { pathname, search } = useLocation()
  const closing = useFetcher({ key: `close ${unread.id}` })
  // on the page that lists them all, the bar would only repeat the first
  if (closing.state !== 'idle' || pathname === '/announcements') return null
  return (
    <section aria-label="お知らせ" className="no-print border-b border-line bg-ai-tint text-ink">
      <div className="mx-auto flex w-full max-w-[90rem] items-center gap-x-2 ps-4 pe-0.5 lg:px-8">
        <Megaphone aria-hidden="true" size={20} className="shrink-0 text-ai" />
        <Link
          to={`/announcements#announcement-${unread.id}`}
          className="flex min-h-(--target) min-w-0 grow items-center gap-2 text-sub font-bold underline-offset-4 hover:underline lg:text-body"
        >
          <span className="truncate">{unread.title}</span>
          {unread.more > 0 && (
            <span className="shrink-0 text-sub font-normal whitespace-nowrap text-ink-2">他{unread.more}件</span>
          )}
        </Link>
        <closing.Form method="post" action="/announcements" className="shrink-0">
          <input type="hidden" name="id" value={unread.id} />
          <input type="hidden" name="back" value={pathname + search} />
          <IconButton type="submit" label={`お知らせ「${unread.title}」を閉じる`}>
            <X aria-hidden="true" />
          </IconButton>
        </closing.Form>
      </div>
    </section>
  )
}
