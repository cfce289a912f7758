import { ArrowDown, ChevronLeft, Phone } from 'lucide-react'
import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { parseWholeNumber } from '#kernel/text.ts'
import { IconLink, iconShape } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Message, OrderCardFacts, ProductCardFacts } from '../conversation.ts'
import type { Conversation } from '../conversation-queries.server.ts'
import { Bubble, WaitingBubble } from './bubble.tsx'
import { Composer, type Written } from './composer.tsx'
import { OrderCard } from './conversation-cards.tsx'
import { ConversationList, Face, type ListData } from './conversation-list.tsx'
import { ReportForm } from './report-form.tsx'
import { useRoom } from './use-room.ts'
import '#styles/kit/messaging.css'
import { isFirstOf, nextOwn, Separators, stateShown } from './message-order.tsx'
import { Foot, RoomMenu } from './room-parts.tsx'
import { useMinute, useRoomHeight } from './use-room-view.ts'

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
    <section ref={frame} className="talk-room" aria-label={`${other.name}とのチャット`}>
      <header className="talk-head">
        <IconLink to={base} className="lg:hidden" label="チャット一覧に戻る">
          <ChevronLeft aria-hidden="true" />
        </IconLink>
        <Face other={other} size={40} />
        <h1 className="grid min-w-0 grow leading-tight">
          <span className="truncate font-bold">{other.name}</span>
          {other.place && <span className="truncate text-caption font-normal text-ink-2">{other.place}</span>}
        </h1>
        {other.phone && (
          <a href={`tel:${other.phone.replace(/\D/g, '')}`} {...iconShape(`${other.name}に電話する`)}>
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
              まだチャットはありません。
              {mine === 'restaurant'
                ? '商品やお届けについて、何でもご相談いただけます。'
                : 'お礼のメッセージから始めてみましょう。'}
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
            {room.typing && `${room.typing}さんが入力中…`}
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
          サインインの有効期限が切れました。入力した内容は残っています。
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
            最新のメッセージへ
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
        {by}さん：{removedAt ? 'メッセージは取り消されました' : text || (photos.length > 0 ? '写真' : '注文または商品')}
      </p>
    ))}
  </div>
)
