import type { OrgStatus } from '#kernel/enums.ts'
import type { UnreadAnnouncement } from '#modules/content/announcement-queries.server.ts'
import AnnouncementBar from '#modules/content/ui/announcement-bar.tsx'
import DeviceStrip from '#routes/shell/device-strip.tsx'
import LiveUpdates from '#routes/shell/live-updates.tsx'
import { type Flash, useFlash } from '#ui/flash-message.ts'
import { FlashMessage, Notice } from '#ui/notice.tsx'
import { AcceptUndo } from './accept-undo.tsx'

type Props = {
  status: OrgStatus
  /** With a way back: the order whose acceptance can be taken back, and the key of that press. */
  flash: Flash | null
  unread: UnreadAnnouncement | null
  live: { unread: number; after: number }
}

const place = 'mx-auto w-full max-w-[90rem] px-3 pt-3 lg:px-8'

/** Why no orders arrive; nothing for a farm that sells. */
const stoppedText: Record<OrgStatus, string | null> = {
  draft: '農園の登録が完了していません。届いたメールのボタンを押してください。',
  submitted: '農園の承認待ちです。承認後に、商品を登録して受注できます。',
  returned: '農園の登録内容に修正が必要です。「今日」の画面から修正できます。',
  rejected: '農園の登録は承認されませんでした。商品の登録はできません。',
  suspended: '農園の利用が停止されています。新しい注文は受けられません。受注済みの注文の箱詰めと出荷は続けられます。',
  closed: '農園は閉鎖されています。新しい注文は受けられません。',
  approved: null,
}

/**
 * Above every farmer's page: offline, suspended, announcements, and the message of the last action. Its script, with
 * the listener for it, is loaded after the page's own.
 */
export default function SaidAbove({ status, flash: brought, unread, live }: Props) {
  const flash = useFlash(brought)
  const wayBack = flash?.wayBack
  const stopped = stoppedText[status]
  return (
    <>
      <DeviceStrip
        offline="オフラインです。操作は保存され、接続後に送信されます。"
        className="sticky top-0 z-(--z-header)"
      />
      {stopped && (
        <Notice tone="tag" className="rounded-none">
          {stopped}
        </Notice>
      )}
      {unread && <AnnouncementBar unread={unread} />}
      <LiveUpdates address="/api/live" {...live} />
      {flash && wayBack?.orderId && wayBack.key ? (
        <AcceptUndo
          key={wayBack.key}
          notice={flash.notice}
          orderId={wayBack.orderId}
          formKey={wayBack.key}
          className={place}
        />
      ) : (
        <FlashMessage flash={flash} className={`${place} text-h4 font-bold`} />
      )}
    </>
  )
}
