import { CircleAlert, Ellipsis, RotateCcw, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Form } from 'react-router'
import type { Side } from '#kernel/enums.ts'
import { formatTime } from '#kernel/format.ts'
import { type PhotoKey, photoFileName } from '#modules/photos/photo.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { changeableForMs, type Message, type MessageState } from '../conversation.ts'
import { OrderCard, ProductCard } from './conversation-cards.tsx'
import type { Waiting } from './message-queue.ts'
import { ReportLink } from './report-form.tsx'

export const stateWords: Record<MessageState, string> = { sent: '送信済み', got: '送信済み', read: '既読' }

type BubbleProps = {
  message: Message
  mine: Side
  me: string
  /** The picture beside the first of several in a row. */
  face: ReactNode
  /** The state of the user's own message; null if the next one shows it for both. */
  state: MessageState | null
  now: Date
  onChange: (no: number, text: string | null) => void
  /** Null: this person cannot report. */
  onReport: ((no: number) => void) | null
}

/** One message: the user's own on the right, the other side's on the left. */
export function Bubble({ message, mine, me, face, state, now, onChange, onReport }: BubbleProps) {
  const { no, side, text, photos, order, product, sentAt, editedAt, removedAt } = message
  const [editing, setEditing] = useState(false)
  const hydrated = useHydrated()
  const own = side === mine
  const changeable = message.personId === me && !removedAt && now.getTime() - sentAt.getTime() < changeableForMs
  return (
    <li className="bubble-row" data-own={own || undefined} id={`m${no}`}>
      {!own && <span className="bubble-face">{face}</span>}
      <div className="bubble-body">
        {!own && face && <span className="text-caption text-ink-2">{message.by}さん</span>}
        {own && message.personId !== me && face && <span className="text-caption text-ink-2">{message.by}さん</span>}
        {removedAt ? (
          <p className="bubble" data-gone="">
            メッセージは取り消されました
          </p>
        ) : editing ? (
          <EditForm
            text={text}
            onDone={(changed) => {
              setEditing(false)
              if (changed !== null && changed !== text) onChange(no, changed)
            }}
          />
        ) : (
          <>
            {order && <OrderCard order={order} mine={mine} />}
            {product && <ProductCard product={product} mine={mine} />}
            {photos.length > 0 && (
              <span className="bubble-photos" data-many={photos.length > 1 || undefined}>
                {photos.map(({ key, width, height }, index) => (
                  <a key={key} href={`/media/${key}.webp`} target="_blank" rel="noreferrer">
                    <img
                      src={`/media/${photoFileName(key as PhotoKey, 'small')}`}
                      alt={`${own ? '送信した' : '受信した'}写真 ${index + 1}`}
                      width={width}
                      height={height}
                      loading="lazy"
                    />
                  </a>
                ))}
              </span>
            )}
            {text !== '' && <p className="bubble">{text}</p>}
          </>
        )}
      </div>
      <div className="bubble-beside">
        {!removedAt && (changeable || (!own && onReport)) && (
          <DetailsMenu
            className="bubble-menu"
            summaryClassName="bubble-more"
            summary={<Ellipsis aria-hidden="true" size={18} />}
            label="このメッセージの操作"
          >
            {changeable ? (
              <>
                {hydrated && text !== '' && (
                  <button type="button" className="menu-row" onClick={() => setEditing(true)}>
                    修正
                  </button>
                )}
                <Form
                  method="post"
                  onSubmit={(event) => {
                    event.preventDefault()
                    onChange(no, null)
                  }}
                >
                  <input type="hidden" name="intent" value="remove" />
                  <input type="hidden" name="no" value={no} />
                  <button type="submit" className="menu-row">
                    取り消す
                  </button>
                </Form>
              </>
            ) : (
              onReport && <ReportLink what={no} onReport={onReport} />
            )}
          </DetailsMenu>
        )}
        <span className="bubble-facts">
          {state && <span>{stateWords[state]}</span>}
          {editedAt && !removedAt && <span>修正済み</span>}
          <time dateTime={sentAt.toISOString()}>{formatTime(sentAt)}</time>
        </span>
      </div>
    </li>
  )
}

function EditForm({ text, onDone }: { text: string; onDone: (text: string | null) => void }) {
  const [typed, setTyped] = useState(text)
  return (
    <form
      className="bubble grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        onDone(typed)
      }}
    >
      <label className="visually-hidden" htmlFor="edit-message">
        メッセージを修正
      </label>
      <textarea
        id="edit-message"
        className="field-control min-w-56"
        rows={3}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        // biome-ignore lint/a11y/noAutofocus: a user who pressed 修正 goes on typing there
        autoFocus
      />
      <span className="flex justify-end gap-2">
        <button type="button" className="btn" data-kind="line" data-size="sm" onClick={() => onDone(null)}>
          戻る
        </button>
        <button type="submit" className="btn" data-kind="pine" data-size="sm">
          修正
        </button>
      </span>
    </form>
  )
}

type WaitingProps = { waiting: Waiting; mine: Side; stopped: boolean; onAgain: () => void; onDrop: () => void }

/** A message that is being sent, or could not be sent. */
export const WaitingBubble = ({ waiting, mine, stopped, onAgain, onDrop }: WaitingProps) => (
  <li className="bubble-row" data-own="" data-waits="">
    <div className="bubble-body">
      {waiting.order && <OrderCard order={waiting.order} mine={mine} />}
      {waiting.product && <ProductCard product={waiting.product} mine={mine} />}
      {waiting.photoCount > 0 && <p className="bubble">写真 {waiting.photoCount}枚</p>}
      {waiting.text !== '' && <p className="bubble">{waiting.text}</p>}
      {waiting.refusal && (
        <div className="bubble-refused" role="alert">
          <p>
            <CircleAlert aria-hidden="true" size={18} />
            送信できません：{waiting.refusal}
          </p>
          <span className="flex flex-wrap gap-2">
            <button type="button" className="btn" data-kind="line" data-size="sm" onClick={onAgain}>
              <RotateCcw aria-hidden="true" size={18} />
              再送
            </button>
            <button type="button" className="btn" data-kind="text" data-size="sm" onClick={onDrop}>
              <Trash2 aria-hidden="true" size={18} />
              削除
            </button>
          </span>
        </div>
      )}
    </div>
    {!waiting.refusal && (
      <div className="bubble-beside">
        <span className="bubble-facts">{stopped ? '未送信（接続後に送信します）' : '送信中'}</span>
      </div>
    )}
  </li>
)
