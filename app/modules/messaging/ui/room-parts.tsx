import { EllipsisVertical } from 'lucide-react'
import { Form } from 'react-router'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { Link } from '#ui/link.tsx'
import type { Conversation } from '../conversation-queries.server.ts'
import { ReportLink } from './report-form.tsx'

/** The message field; or why the user cannot write. */
export function Foot({ conversation, children }: { conversation: Conversation; children: React.ReactNode }) {
  if (!conversation.atEnd) return null
  if (conversation.closed === 'closed_by_you')
    return (
      <Form method="post" className="talk-foot">
        <input type="hidden" name="intent" value="reopen" />
        <p>この相手とのチャットを停止しています。</p>
        <button type="submit" className="btn" data-kind="pine" data-size="md">
          チャットを再開する
        </button>
      </Form>
    )
  if (conversation.closed === 'closed_by_them')
    return <p className="talk-foot">相手がチャットを停止しています。注文については、注文の画面から連絡できます。</p>
  if (!conversation.mayWrite)
    return (
      <p className="talk-foot">
        {conversation.mine === 'farm'
          ? '注文またはメッセージを受け取ると、ここから送信できます。'
          : '店舗の承認後、ここから送信できます。'}
      </p>
    )
  return children
}

export function RoomMenu({ conversation, onReport }: { conversation: Conversation; onReport: () => void }) {
  return (
    <DetailsMenu summary={<EllipsisVertical aria-hidden="true" />} label="このチャットの操作">
      {conversation.mine === 'restaurant' && (
        <Link to={`/restaurant/farmers/${conversation.other.id}`} className="menu-row">
          農園を見る
        </Link>
      )}
      {conversation.messages.length > 0 && (
        <>
          {conversation.mayReport && <ReportLink what="talk" onReport={onReport} />}
          {conversation.mayWrite && conversation.closed !== 'closed_by_you' && (
            <Form method="post">
              <input type="hidden" name="intent" value="close" />
              <button type="submit" className="menu-row">
                チャットを停止する
              </button>
            </Form>
          )}
        </>
      )}
    </DetailsMenu>
  )
}
