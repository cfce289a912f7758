import { ArrowDown, ChevronLeft, Phone } from 'lucide-react'
import { Fragment, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { DetailsMenu } from '#ui/details-menu.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Message, type OrderCardFacts, type ProductCardFacts, stateOfOwn } from '../conversation.ts'
import type { Conversation } from '../conversation-queries.server.ts'
import { Bubble, WaitingBubble } from './bubble.tsx'
import { Composer, type Written } from './composer.tsx'
import { OrderCard } from './conversation-cards.tsx'
import { ConversationList, Face, type ListData } from './conversation-list.tsx'
import { ReportForm, ReportLink } from './report-form.tsx'
import { useRoom } from './use-room.ts'
import '#styles/kit/messaging.css'

type Shown = {
  conversation: Conversation
  orders: OrderCardFacts[]
  about: { order: OrderCardFacts | null; product: ProductCardFacts | null }
  around: number | null
  formKey: string
}
type Answer = { problem?: { summary: string; typed: Record<string, string> }; told?: string } | undefined
type Props = { list: ListData; shown: Shown; answer: Answer; base: string }

/**
 * The conversation with one organisation; on a PC with the list beside it, and on a wide screen with the orders it may
 * be about.
 */
export default function ConversationScreen({ list, shown, answer, base }: Props) {
  const { conversation, orders } = shown
  return (
    <div className="talk-frame" data-room="">
      <ConversationList list={list} base={base} open={conversation.other.id} />
      <Room key={shown.around ?? 'newest'} list={list} shown={shown} answer={answer} base={base} />
      {orders.length > 0 && (
        <section className="talk-orders" aria-label="この相手との注文">
          <h2 className="font-bold">この相手との注文</h2>
          {orders.map((order) => (
            <OrderCard key={order.id} order={order} mine={conversation.mine} />
          ))}
        </section>
      )}
    </div>
  )
}

function Room({ list, shown, answer, base }: Props) {
  const { conversation, orders, about, around, formKey } = shown
  const { mine, me, other } = conversation
  const room = useRoom(conversation)
  const { messages, waiting, marks, older, markSeen } = room
  const asked = useSearchParams()[0].get('report')
  const [reporting, setReporting] = useState<number | 'talk' | null>(
    answer?.told || !conversation.mayReport ? null : asked === 'talk' ? asked : parseWholeNumber(asked),
  )
  const now = useMinute(list.now)

  const scroll = useRef<HTMLDivElement>(null)
  const [isDown, setDown] = useState(true)
  const [newSince, setNewSince] = useState(0)
  const heightBefore = useRef(0)
  const [opened] = useState(messages.at(-1)?.no ?? 0)
  const lastBefore = useRef(messages.at(-1)?.no ?? 0)
  const last = messages.at(-1)

  // the list is anchored at its lower end (talk.css): what is added above moves nothing; what is added below must not
  // either
  useLayoutEffect(() => {
    const box = scroll.current
    if (!box) return
    const grown = box.scrollHeight - heightBefore.current
    heightBefore.current = box.scrollHeight
    const lastNo = last?.no ?? 0
    const added = lastNo > lastBefore.current
    lastBefore.current = lastNo
    if (!added || grown <= 0) return
    if (last?.side === mine || isDown) box.scrollTop = 0
    else {
      box.scrollTop -= grown
      setNewSince((count) => count + 1)
    }
  })

  useEffect(() => {
    if (isDown && conversation.atEnd) markSeen()
  }, [isDown, conversation.atEnd, markSeen])
  useEffect(() => {
    const looked = () => {
      if (scroll.current && scroll.current.scrollTop > -40 && conversation.atEnd) markSeen()
    }
    document.addEventListener('visibilitychange', looked)
    return () => document.removeEventListener('visibilitychange', looked)
  }, [markSeen, conversation.atEnd])
  useEffect(() => {
    if (around !== null) document.getElementById(`m${around}`)?.scrollIntoView({ block: 'center' })
  }, [around])
  const frame = useRef<HTMLElement>(null)
  useRoomHeight(frame)

  const onScroll = useCallback(() => {
    const box = scroll.current
    if (!box) return
    const down = box.scrollTop > -40
    setDown(down)
    if (down) setNewSince(0)
    if (box.scrollHeight + box.scrollTop - box.clientHeight < 600) void older()
  }, [older])
  // the content may be too short to scroll
  useEffect(onScroll, [onScroll])

  const toEnd = () => {
    if (scroll.current) scroll.current.scrollTop = 0
  }
  function onSend({ text, photos, order, product }: Written) {
    toEnd()
    void room.queue.say({ key: crypto.randomUUID(), other: other.id, text, order, product }, photos)
  }

  return (
    <section ref={frame} className="talk-room" aria-label={`${other.name}とのやりとり`}>
      <header className="talk-head">
        <Link to={base} className="icon-btn lg:hidden" aria-label="やりとりの一覧へもどる">
          <ChevronLeft aria-hidden="true" />
        </Link>
        <Face other={other} size={40} />
        <h1 className="grid min-w-0 grow leading-tight">
          <span className="truncate font-bold">{other.name}</span>
          {other.place && <span className="truncate text-caption font-normal text-ink-2">{other.place}</span>}
        </h1>
        {other.phone && (
          <a href={`tel:${other.phone.replace(/\D/g, '')}`} className="icon-btn" aria-label={`${other.name}に電話する`}>
            <Phone aria-hidden="true" />
          </a>
        )}
        <RoomMenu conversation={conversation} onReport={() => setReporting('talk')} />
      </header>
      <div ref={scroll} className="talk-scroll" onScroll={onScroll}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard */}
        <div role="log" aria-live="off" aria-label="メッセージ" tabIndex={0} className="talk-messages">
          {room.more && (
            <p className="talk-older">
              <Link to={`${base}/${other.id}?to=${Math.max(1, (messages[0]?.no ?? 1) - 20)}`} className="prose-link">
                前のメッセージ
              </Link>
            </p>
          )}
          {messages.length + waiting.length === 0 && (
            <p className="talk-empty">
              まだやりとりがありません。
              {mine === 'restaurant' ? '品物のこと、お届けのこと、なんでも聞けます。' : 'お礼のひとことから、どうぞ。'}
            </p>
          )}
          <ol className="grid grid-cols-1 gap-1">
            {messages.map((message, index) => (
              <Fragment key={message.no}>
                <Separators before={messages[index - 1]} message={message} conversation={conversation} />
                <Bubble
                  message={message}
                  mine={mine}
                  me={me}
                  face={isFirstOf(messages[index - 1], message) ? <Face other={other} size={36} /> : null}
                  state={stateShown(message, nextOwn(messages, index), marks, mine)}
                  now={now}
                  onChange={room.change}
                  onReport={conversation.mayReport ? setReporting : null}
                />
              </Fragment>
            ))}
            {waiting.map((it) => (
              <WaitingBubble
                key={it.key}
                waiting={it}
                mine={mine}
                stopped={room.stopped !== null}
                onAgain={() => room.queue.again(it.key)}
                onDrop={() => room.queue.drop(it.key)}
              />
            ))}
          </ol>
          <p className="talk-typing" role="status">
            {room.typing && `${room.typing}さんが書いています…`}
          </p>
        </div>
      </div>
      <Heard messages={messages.filter(({ no, side }) => no > opened && side !== mine)} />
      {!isDown && conversation.atEnd && (
        <button type="button" className="talk-down" onClick={toEnd}>
          <ArrowDown aria-hidden="true" size={20} />
          {newSince > 0 ? `新しいメッセージ ${newSince}件` : '下へ'}
        </button>
      )}
      {answer?.problem && <Notice tone="akane">{answer.problem.summary}</Notice>}
      {answer?.told && <Notice tone="matcha">{answer.told}</Notice>}
      {room.stopped === 'signed_out' && (
        <Notice tone="akane">
          サインインが切れました。書いたものは残っています。
          <a href={`/auth/signIn?returnTo=${encodeURIComponent(`${base}/${other.id}`)}`} className="prose-link">
            サインインする
          </a>
        </Notice>
      )}
      {reporting !== null && (
        <ReportForm
          no={reporting === 'talk' ? null : reporting}
          formKey={formKey}
          back={`${base}/${other.id}`}
          onClose={() => setReporting(null)}
        />
      )}
      <Foot conversation={conversation}>
        <Composer
          mine={mine}
          formKey={formKey}
          orders={orders}
          about={about}
          typed={answer?.problem?.typed.text ?? ''}
          draftName={`talk-draft:${room.by}:${other.id}`}
          onSend={onSend}
          onTyping={room.sayTyping}
        />
      </Foot>
      {!conversation.atEnd && (
        <p className="talk-foot">
          <Link to={`${base}/${other.id}`} className="btn" data-kind="line" data-size="md">
            いちばん新しいところへ
          </Link>
        </p>
      )}
    </section>
  )
}

/** Announces incoming messages to screen readers, and only those: older messages that are loaded above are not new. */
const Heard = ({ messages }: { messages: readonly Message[] }) => (
  <div aria-live="polite" className="visually-hidden">
    {messages.slice(-3).map(({ no, by, text, photos, removedAt }) => (
      <p key={no}>
        {by}さん：{removedAt ? 'メッセージは取り消されました' : text || (photos.length > 0 ? '写真' : '注文か商品')}
      </p>
    ))}
  </div>
)

/** The message field; or why the user cannot write. */
function Foot({ conversation, children }: { conversation: Conversation; children: React.ReactNode }) {
  if (!conversation.atEnd) return null
  if (conversation.closed === 'closed_by_you')
    return (
      <Form method="post" className="talk-foot">
        <input type="hidden" name="intent" value="close" />
        <input type="hidden" name="closed" value="false" />
        <p>この相手とのやりとりを止めています。</p>
        <button type="submit" className="btn" data-kind="pine" data-size="md">
          やりとりを再開する
        </button>
      </Form>
    )
  if (conversation.closed === 'closed_by_them')
    return <p className="talk-foot">相手がやりとりを止めています。注文のことは、注文の画面から伝えられます。</p>
  if (!conversation.mayWrite)
    return (
      <p className="talk-foot">
        {conversation.mine === 'farm'
          ? '注文をもらうか、メッセージをもらうと、ここから送れます。'
          : 'お店が承認されると、ここから送れます。'}
      </p>
    )
  return children
}

function RoomMenu({ conversation, onReport }: { conversation: Conversation; onReport: () => void }) {
  return (
    <DetailsMenu
      summaryClassName="icon-btn"
      summary={
        <>
          <span aria-hidden="true" className="text-h3 leading-none">
            ⋮
          </span>
          <span className="visually-hidden">このやりとりの操作</span>
        </>
      }
    >
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
              <input type="hidden" name="closed" value="true" />
              <button type="submit" className="menu-row">
                やりとりを止める
              </button>
            </Form>
          )}
        </>
      )}
    </DetailsMenu>
  )
}

/** The day above its first message, and the line above the first new one. */
function Separators({
  before,
  message,
  conversation,
}: {
  before: Message | undefined
  message: Message
  conversation: Conversation
}) {
  const day = jstDateOf(message.sentAt)
  const isNewDay = !before || jstDateOf(before.sentAt) !== day
  const isFirstUnseen =
    conversation.seenNo > 0 &&
    message.side !== conversation.mine &&
    message.no > conversation.seenNo &&
    (before?.no ?? 0) <= lastSeen(conversation)
  return (
    <>
      {isNewDay && (
        <li className="talk-day">
          <span>{formatDay(day)}</span>
        </li>
      )}
      {isFirstUnseen && (
        <li className="talk-new">
          <span>ここから新しいメッセージ</span>
        </li>
      )}
    </>
  )
}

/** The newest message before the first that had not been seen when the page was rendered. */
const lastSeen = ({ messages, seenNo, mine }: Conversation): number => {
  const first = messages.find(({ no, side }) => side !== mine && no > seenNo)
  return first ? first.no - 1 : -1
}

const isFirstOf = (before: Message | undefined, message: Message): boolean =>
  !before ||
  before.side !== message.side ||
  before.personId !== message.personId ||
  message.sentAt.getTime() - before.sentAt.getTime() > 10 * 60_000

const nextOwn = (messages: readonly Message[], index: number): Message | undefined => {
  const side = messages[index]?.side
  return messages.slice(index + 1).find((message) => message.side === side)
}

/** The user's own message shows its state, unless the next one has the same. */
function stateShown(
  message: Message,
  next: Message | undefined,
  marks: Conversation['marks'],
  mine: Conversation['mine'],
) {
  if (message.side !== mine || message.removedAt) return null
  const state = stateOfOwn(message.no, marks)
  return next && stateOfOwn(next.no, marks) === state ? null : state
}

/** The time of the page, updated every minute: the option to edit a message ends by itself. */
function useMinute(start: Date): Date {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const began = Date.now()
    const timer = window.setInterval(() => setNow(new Date(start.getTime() + Date.now() - began)), 30_000)
    return () => window.clearInterval(timer)
  }, [start])
  return now
}

/**
 * The conversation fills the visible height below the page's header: less while a phone's keyboard is open, which does
 * not resize the page. talk.css estimates it until the script is loaded.
 */
function useRoomHeight(room: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const seen = window.visualViewport
    const follow = () => {
      if (seen) style.setProperty('--seen-height', `${Math.round(seen.height)}px`)
      const above = (room.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      style.setProperty('--talk-above', `${Math.round(above)}px`)
    }
    const bands = new ResizeObserver(follow)
    for (const band of document.querySelectorAll('body > *, #main > *')) bands.observe(band)
    seen?.addEventListener('resize', follow)
    follow()
    return () => {
      bands.disconnect()
      seen?.removeEventListener('resize', follow)
      style.removeProperty('--seen-height')
      style.removeProperty('--talk-above')
    }
  }, [room])
}
