import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import type { ConversationMarks } from '#kernel/live.ts'
import { useOwner } from '#ui/device/use-owner.ts'
import { onLive } from '#ui/live.ts'
import { showToast } from '#ui/toast-list.ts'
import { type Message, otherSide } from '../conversation.ts'
import type { Conversation } from '../conversation-queries.server.ts'
import { merged, withNewest } from './merge-messages.ts'
import { conversationQueue } from './message-queue.ts'
import { conversationApi, type MessageInJson, messageIn, readMessage } from './messaging-api.ts'

type Page = { messages: MessageInJson[]; more: boolean }

/** Milliseconds for which the other side is shown as typing, and between two messages that the user is typing. */
const typingShown = 6_000
const typingSaid = 3_000

/** A live conversation: what the page was rendered with, what arrives, what is being sent. */
export function useRoom(conversation: Conversation) {
  const { mine, me, other, atEnd } = conversation
  const [messages, setMessages] = useState<readonly Message[]>(conversation.messages)
  const [more, setMore] = useState(conversation.more)
  const [marks, setMarks] = useState(conversation.marks)
  const [typing, setTyping] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const by = useOwner()
  const queue = conversationQueue(by ?? me)
  const said = useSyncExternalStore(queue.listen, queue.read, queue.read)

  // the page was reloaded: its data is newer than the received events
  const [shown, setShown] = useState(conversation)
  if (shown !== conversation) {
    setShown(conversation)
    const now = atEnd ? withNewest(messages, conversation.messages) : conversation.messages
    setMessages(now)
    if (now[0]?.no === conversation.messages[0]?.no) setMore(conversation.more)
    setMarks(({ gotNo, readNo }) => ({
      gotNo: Math.max(gotNo, conversation.marks.gotNo),
      readNo: Math.max(readNo, conversation.marks.readNo),
    }))
  }

  const add = useCallback((came: readonly Message[]) => setMessages((before) => merged(before, came)), [])
  const lastNo = useRef(0)
  lastNo.current = messages.at(-1)?.no ?? 0

  /** Everything that came while disconnected; requested by number, so nothing is missing or duplicated. */
  const catchUp = useCallback(async () => {
    if (!atEnd) return
    // from where it began, whatever arrives by another way meanwhile
    for (let from = lastNo.current, goesOn = true; goesOn; ) {
      const answer = await conversationApi<Page>('GET', `/${other.id}/messages?after=${from}`, { by })
      if (answer.kind !== 'done') return
      const came = answer.value.messages.map(readMessage)
      add(came)
      from = came.at(-1)?.no ?? from
      goesOn = answer.value.more && came.length > 0
    }
  }, [other.id, atEnd, add, by])

  useEffect(() => {
    const stopQueue = queue.start()
    const stopArrivals = queue.onArrival((to, message) => {
      if (to === other.id && atEnd) add([message])
    })
    return () => {
      stopQueue()
      stopArrivals()
    }
  }, [queue, other.id, atEnd, add])

  useEffect(() => {
    let timer = 0
    const isHere = ({ farmId, restaurantId }: { farmId: string; restaurantId: string }) =>
      (mine === 'farm' ? restaurantId : farmId) === other.id
    return onLive(({ kind, data }) => {
      if (kind === 'ready') void catchUp()
      if (kind === 'reset') {
        void catchUp()
        void revalidate()
      }
      if (kind === 'message' || kind === 'message_changed') {
        const said = messageIn(data)
        if (!said || !isHere(said)) return
        const { message } = said
        if (message.side !== mine) setTyping(null)
        // one that overtakes another, or a change of a message that is not shown
        if (kind === 'message' && atEnd && message.no > lastNo.current + 1) void catchUp()
        else if (kind === 'message' ? atEnd : true)
          setMessages((before) =>
            kind === 'message' || before.some(({ no }) => no === message.no) ? merged(before, [message]) : before,
          )
      }
      if (kind === 'talk_marks') {
        const told = data as ConversationMarks
        if (isHere(told) && told.side === otherSide[mine])
          setMarks(({ gotNo, readNo }) => ({
            gotNo: Math.max(gotNo, told.gotNo),
            readNo: Math.max(readNo, told.readNo),
          }))
      }
      if (kind === 'talk_closed' && isHere(data as ConversationMarks)) void revalidate()
      if (kind === 'typing') {
        const told = data as ConversationMarks & { name: string }
        if (!isHere(told) || told.side === mine) return
        setTyping(told.name)
        window.clearTimeout(timer)
        timer = window.setTimeout(() => setTyping(null), typingShown)
      }
    })
  }, [mine, other.id, atEnd, catchUp, revalidate])

  const loading = useRef(false)
  const older = useCallback(async () => {
    const first = messages[0]
    if (!first || !more || loading.current) return
    loading.current = true
    const answer = await conversationApi<Page>('GET', `/${other.id}/messages?before=${first.no}`, { by })
    loading.current = false
    if (answer.kind !== 'done') return
    add(answer.value.messages.map(readMessage))
    setMore(answer.value.more)
  }, [messages, more, other.id, add, by])

  const readTo = useRef(conversation.seenNo)
  const markSeen = useCallback(() => {
    const last = messages.findLast(({ side }) => side !== mine)
    if (!last || last.no <= readTo.current || document.visibilityState !== 'visible') return
    readTo.current = last.no
    void conversationApi('PUT', `/${other.id}/read`, { by, body: { no: last.no } }).then((came) => {
      if (came.kind === 'later') readTo.current = conversation.seenNo
    })
  }, [messages, mine, other.id, conversation.seenNo, by])

  const saidTypingAt = useRef(0)
  const sayTyping = useCallback(() => {
    const now = Date.now()
    if (now - saidTypingAt.current < typingSaid) return
    saidTypingAt.current = now
    void conversationApi('PUT', `/${other.id}/typing`, { by })
  }, [other.id, by])

  const change = useCallback(
    async (no: number, text: string | null) => {
      const answer = await (text === null
        ? conversationApi<MessageInJson>('DELETE', `/${other.id}/messages/${no}`, { by })
        : conversationApi<MessageInJson>('PATCH', `/${other.id}/messages/${no}`, { by, body: { text } }))
      if (answer.kind === 'done') add([readMessage(answer.value)])
      else
        showToast({
          text:
            answer.kind === 'refused' ? answer.sentence : '通信できません。電波の届く場所で、もう一度押してください。',
          tone: 'akane',
        })
    },
    [other.id, add, by],
  )

  const arrived = new Set(messages.map(({ key }) => key))
  const waiting = said.waiting.filter((it) => it.other === other.id && !arrived.has(it.key))
  return {
    by: by ?? me,
    messages,
    more,
    older,
    marks,
    typing,
    waiting,
    stopped: said.stopped,
    queue,
    markSeen,
    sayTyping,
    change,
  }
}
