import { TriangleAlert } from 'lucide-react'
import { useLocation } from 'react-router'
import type { UnreadAnnouncement } from '#modules/content/announcement-queries.server.ts'
import AnnouncementBar from '#modules/content/ui/announcement-bar.tsx'
import { Link } from '#ui/link.tsx'

type Props = {
  unread: UnreadAnnouncement | null
  recall: { id: string; farm: string; more: number } | null
}

/** Above every page of the restaurant until it is dealt with: a recall that needs an answer, and announcements. */
export default function LayoutBars({ unread, recall }: Props) {
  const { pathname } = useLocation()
  const address = recall && `/restaurant/recalls/${recall.id}`
  return (
    <>
      {recall && address !== pathname && (
        <section aria-label="回収のお願い" className="no-print bg-akane-tint">
          <p className="mx-auto flex w-full max-w-[90rem] items-center gap-x-3 px-4 lg:px-8">
            <TriangleAlert aria-hidden="true" size={20} className="shrink-0 text-akane" />
            <Link
              to={address ?? ''}
              className="inline-flex min-h-(--target) items-center font-bold underline underline-offset-4"
            >
              {recall.farm}の商品を使用しないでください。回収のお願いに回答する
              {recall.more > 0 && `（他${recall.more}件）`}
            </Link>
          </p>
        </section>
      )}
      {unread && <AnnouncementBar unread={unread} />}
    </>
  )
}
