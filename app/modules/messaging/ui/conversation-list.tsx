import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Form } from 'react-router'
import type { Side } from '#kernel/enums.ts'
import { formatDay, formatMoment, formatTime } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { signAddress } from '#kernel/picture-name.ts'
import { Avatar } from '#ui/avatar.tsx'
import { useOwner } from '#ui/device/use-owner.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { onLive } from '#ui/live.ts'
import type { ConversationInList, FoundMessage, Other } from '../conversation-queries.server.ts'
import { conversationApi } from './messaging-api.ts'
import '#styles/kit/messaging.css'

export type ListData = {
  me: string
  mine: Side
  conversations: ConversationInList[]
  q: string
  found: FoundMessage[] | null
  now: Date
}

type InJson = Omit<ConversationInList, 'last'> & { last: Omit<ConversationInList['last'], 'at'> & { at: string } }

/** The current list: reloaded when something was written or read. */
function useConversations(told: ConversationInList[]): ConversationInList[] {
  const [conversations, setConversations] = useState(told)
  const [shown, setShown] = useState(told)
  if (shown !== told) {
    setShown(told)
    setConversations(told)
  }
  const by = useOwner()
  useEffect(() => {
    let timer = 0
    const ask = async () => {
      const answer = await conversationApi<{ conversations: InJson[] }>('GET', '', { by })
      if (answer.kind !== 'done') return
      setConversations(
        answer.value.conversations.map((it) => ({ ...it, last: { ...it.last, at: new Date(it.last.at) } })),
      )
    }
    const stop = onLive(({ kind }) => {
      if (!/^(message|message_changed|talk_marks|talk_closed|reset)$/.test(kind)) return
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void ask(), 400)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [by])
  return conversations
}

/** All conversations, newest first; and the results of a search in messages. */
export function ConversationList({ list, base, open = null }: { list: ListData; base: string; open?: string | null }) {
  const conversations = useConversations(list.conversations)
  return (
    <section className="talk-list" aria-label="チャット一覧" data-beside={open !== null || undefined}>
      <Form method="get" action={base} role="search" className="talk-search">
        <label htmlFor="talk-q" className="visually-hidden">
          チャット内を検索
        </label>
        <input
          id="talk-q"
          name="q"
          type="search"
          defaultValue={list.q}
          key={list.q}
          placeholder="キーワードで検索"
          className="field-control"
        />
        <IconButton type="submit" label="検索">
          <Search aria-hidden="true" />
        </IconButton>
      </Form>
      {list.found ? (
        <Found found={list.found} q={list.q} base={base} now={list.now} />
      ) : conversations.length === 0 ? (
        <EmptyState action={<FirstConversation mine={list.mine} />}>まだチャットはありません</EmptyState>
      ) : (
        <ul className="talk-rows">
          {conversations.map((conversation) => (
            <li key={conversation.other.id}>
              <Link
                to={`${base}/${conversation.other.id}`}
                className="talk-row"
                aria-current={conversation.other.id === open ? 'page' : undefined}
              >
                <Face other={conversation.other} size={48} />
                <span className="grid min-w-0 grow grid-cols-1">
                  <span className="flex items-baseline gap-2">
                    <b className="min-w-0 grow truncate">{conversation.other.name}</b>
                    <time className="shrink-0 text-caption text-ink-2" dateTime={conversation.last.at.toISOString()}>
                      {shortMoment(conversation.last.at, list.now)}
                    </time>
                  </span>
                  <span className="flex items-center gap-2">
                    <span
                      className="min-w-0 grow truncate text-sub text-ink-2"
                      data-unread={conversation.unread > 0 || undefined}
                    >
                      {conversation.closed
                        ? 'チャットを停止しています'
                        : `${conversation.last.side === list.mine ? '自分：' : ''}${conversation.last.beginning}`}
                    </span>
                    {conversation.unread > 0 && (
                      <b className="talk-count num">
                        {conversation.unread > 99 ? '99+' : conversation.unread}
                        <span className="visually-hidden">件の新しいメッセージ</span>
                      </b>
                    )}
                  </span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Where a first conversation begins: at an order, or at a farm. */
const FirstConversation = ({ mine }: { mine: Side }) => (
  <Link
    to={mine === 'farm' ? '/farmer/orders' : '/restaurant/order/History'}
    className="btn"
    data-kind="pine"
    data-size="md"
  >
    注文について問い合わせる
  </Link>
)

/** A farm's crest, or a restaurant's logo. */
export const Face = ({ other, size }: { other: Other; size: number }) => (
  <Avatar
    photo={other.picture?.startsWith('photo-') ? signAddress(other.picture, size) : null}
    crest={other.crest}
    size={size}
    look="face"
  />
)

/** The time of today, the day of everything before. */
const shortMoment = (at: Date, now: Date): string =>
  jstDateOf(at) === jstDateOf(now) ? formatTime(at) : formatDay(jstDateOf(at))

function Found({ found, q, base, now }: { found: FoundMessage[]; q: string; base: string; now: Date }) {
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 px-4 py-2 text-sub" role="status">
        <b>
          「{q}」{' '}
          {found.length === 0
            ? 'は見つかりません'
            : `${found.length}件${found.length === 50 ? '（新しい順に50件まで）' : ''}`}
        </b>
        <Link to={base} className="prose-link inline-flex min-h-11 items-center">
          一覧に戻る
        </Link>
      </p>
      <ul className="talk-rows">
        {found.map(({ other, no, text, sentAt }) => (
          <li key={`${other.id} ${no}`}>
            <Link to={`${base}/${other.id}?to=${no}`} className="talk-row">
              <Face other={other} size={40} />
              <span className="grid min-w-0 grow grid-cols-1">
                <span className="flex items-baseline gap-2">
                  <b className="min-w-0 grow truncate">{other.name}</b>
                  <time className="shrink-0 text-caption text-ink-2" dateTime={sentAt.toISOString()}>
                    {jstDateOf(sentAt) === jstDateOf(now) ? formatTime(sentAt) : formatMoment(sentAt)}
                  </time>
                </span>
                <span className="line-clamp-2 text-sub">{text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
