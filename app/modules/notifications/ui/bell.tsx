import { Bell as Drawing } from 'lucide-react'
import { Link } from '#ui/link.tsx'

type Props = { unread: number; className?: string }

/** The link to the notifications, with the number of unread ones. */
export default function Bell({ unread, className }: Props) {
  return (
    <Link to="/notices" className={`icon-btn relative shrink-0 ${className ?? ''}`}>
      <Drawing aria-hidden="true" />
      <span className="visually-hidden">お知らせ</span>
      {unread > 0 && (
        <b className="num absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-akane px-1 text-[0.75rem] leading-none text-surface">
          {unread > 99 ? '99+' : unread}
          <span className="visually-hidden">件が新しいお知らせです</span>
        </b>
      )}
    </Link>
  )
}
