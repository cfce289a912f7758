import type { OrgStatus } from '#kernel/enums.ts'
import type { UnreadAnnouncement } from '#modules/content/announcement-queries.server.ts'
import AnnouncementBar from '#modules/content/ui/announcement-bar.tsx'
import DeviceStrip from '#routes/shell/device-strip.tsx'
import LiveUpdates from '#routes/shell/live-updates.tsx'
import { FlashMessage, Notice } from '#ui/notice.tsx'

type Props = {
  status: OrgStatus
  notice: string | null
  unread: UnreadAnnouncement | null
  live: { unread: number; after: number }
}

/** Why no orders arrive; nothing for a farm that sells. */
const stoppedText: Record<OrgStatus, string | null> = {
  draft: '農園の登録がまだ終わっていません。届いたメールのボタンを押してください。',
  submitted: '農園の承認を待っています。承認のあと、商品を出して注文を受けられます。',
  returned: '農園の登録に直していただきたいところがあります。「きょう」の画面から直せます。',
  rejected: '農園の登録は承認されませんでした。商品を出すことはできません。',
  suspended: '農園の利用が止まっています。新しい注文は受けられません。受けた注文の箱づめと発送は続けられます。',
  closed: '農園は閉じられています。新しい注文は受けられません。',
  approved: null,
}

/**
 * Above every farmer's page: offline, suspended, announcements, and the message of the last action. Its script, with
 * the listener for it, is loaded after the page's own.
 */
export default function SaidAbove({ status, notice, unread, live }: Props) {
  const stopped = stoppedText[status]
  return (
    <>
      <DeviceStrip offline="圏外でも押せます。つながったら送ります。" className="sticky top-0 z-(--z-header)" />
      {stopped && (
        <Notice tone="tag" className="rounded-none">
          {stopped}
        </Notice>
      )}
      {unread && <AnnouncementBar unread={unread} />}
      <LiveUpdates address="/api/live" {...live} />
      <FlashMessage notice={notice} className="mx-auto w-full max-w-5xl px-3 pt-3 text-h4 font-bold" />
    </>
  )
}
