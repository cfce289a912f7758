import { Bell as Drawing } from 'lucide-react'
import { IconLink } from '#ui/icon-button.tsx'

type Props = { unread: number; className?: string }

/** The link to the notifications, with the number of unread ones. */
export default function Bell({ unread, className }: Props) {
  const count = unread > 99 ? '99+' : unread
  return (
    <IconLink
      to="/notices"
      label={unread > 0 ? `お知らせ 新着 ${count} 件` : 'お知らせ'}
      className={`shrink-0 ${className ?? ''}`}
    >
      <Drawing aria-hidden="true" />
      {unread > 0 && (
        <b
          aria-hidden="true"
          className="num absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-full bg-akane px-1 text-[0.75rem] leading-none text-surface"
        >
          {count}
        </b>
      )}
    </IconLink>
  )
}
