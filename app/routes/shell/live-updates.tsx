import { useCallback, useContext, useEffect, useRef } from 'react'
import {
  UNSAFE_DataRouterDataContext as RouterData,
  useLocation,
  useMatches,
  useNavigation,
  useRevalidator,
} from 'react-router'
import { queueName } from '#modules/messaging/ui/queue-name.ts'
import { useOwner } from '#ui/device/use-owner.ts'
import { onLive, startLive } from '#ui/live.ts'

type Props = {
  /** The stream: members at /api/live, staff at their own address. */
  address: '/api/live' | '/admin/live'
  /** The number up to which the rendered page is current. */
  after: number
  /** Unread messages, as the page renders them; null for staff, who have none. */
  unread: number | null
}

/** Milliseconds after which an idle screen is not reloaded automatically: it would keep staff signed in. */
const untouchedMs = 20 * 60_000
/** Events in a burst are handled together. */
const gatherMs = 400

/**
 * Listens while a page is open: updates the count of unread messages on the tabs and in the title, confirms the receipt
 * of messages, and reloads a page that shows what has changed (`handle.live`).
 */
export default function LiveUpdates({ address, after, unread }: Props) {
  const isMember = unread !== null
  const by = useOwner()
  useEffect(() => startLive(address, after, by), [address, after, by])
  useCount(unread)
  useFreshPage()
  useUnsent(by)
  useEffect(() => {
    if (!isMember) return
    let timer = 0
    const look = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => void countAgain(), gatherMs)
    }
    const stop = onLive(({ kind }) => {
      if (kind === 'message' || kind === 'talk_marks' || kind === 'ready' || kind === 'reset') look()
      if (kind === 'message' || kind === 'ready') void arrived()
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [isMember])
  return null
}

/** Messages written offline are sent from any page that is opened next, not only from where they were written. */
function useUnsent(by: string | null) {
  useEffect(() => {
    if (by === null || !isKept(queueName(by))) return
    let stop = () => {}
    let gone = false
    void import('#modules/messaging/ui/message-queue.ts')
      .then(({ conversationQueue }) => {
        if (!gone) stop = conversationQueue(by).start()
      })
      // it is sent next time
      .catch(() => {})
    return () => {
      gone = true
      stop()
    }
  }, [by])
}

function isKept(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null
  } catch {
    return false
  }
}

async function countAgain() {
  const answer = await fetch('/api/talks/unread').catch(() => null)
  const told: unknown = answer?.ok ? await answer.json().catch(() => null) : null
  if (typeof told === 'object' && told !== null && 'messages' in told && typeof told.messages === 'number')
    showCount(told.messages)
}

let arriving = 0
/** Messages were delivered to a device of this organisation (送信済み). */
function arrived() {
  window.clearTimeout(arriving)
  arriving = window.setTimeout(() => void fetch('/api/talks/received', { method: 'PUT' }).catch(() => null), gatherMs)
}

let shown = 0

/** On every count of the page (restaurant/count-mark.tsx), in the title of the tab, and on the icon of the app. */
function showCount(count: number) {
  shown = count
  for (const mark of document.querySelectorAll<HTMLElement>('[data-unread]')) {
    if (!mark.classList.contains('unread')) continue
    mark.dataset.unread = count === 0 ? '' : count > 99 ? '99+' : String(count)
    mark.ariaLabel = `新しいメッセージ${count}件`
  }
  titled()
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => {})
}

function titled() {
  const plain = document.title.replace(/^\(\d+\+?\) /, '')
  const title = shown > 0 ? `(${shown > 99 ? '99+' : shown}) ${plain}` : plain
  if (document.title !== title) document.title = title
}

/** A reload replaces the count by the page's own; every page sets its own title. */
function useCount(unread: number | null) {
  const { key } = useLocation()
  const { state } = useRevalidator()
  useEffect(() => {
    if (unread !== null) showCount(unread)
  }, [unread])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or the same read anew, has written its title
  useEffect(titled, [key, state])
}

type WhatShows = 'order' | 'orders'

/** What the open page shows, if it wants to be reloaded: one order, or many. */
function useFreshPage() {
  const matches = useMatches()
  const { revalidate } = useRevalidator()
  const wanted = useRef<{ what: WhatShows | null; id: string | undefined }>({ what: null, id: undefined })
  const leaf = matches.at(-1)
  wanted.current = { what: liveOf(leaf?.handle), id: leaf?.params.id }

  const read = useCallback(() => void revalidate(), [revalidate])
  // a reload would remove the response to the last form: the errors beside its fields
  const isAnswered = useRef(false)
  isAnswered.current = (useContext(RouterData)?.actionData ?? null) !== null
  // a reload would cancel the response to a form that is on its way, and with it the message for the next page
  const isMoving = useRef(false)
  isMoving.current = useNavigation().state !== 'idle'
  useEffect(() => {
    let timer = 0
    let touchedAt = Date.now()
    const touch = () => {
      touchedAt = Date.now()
    }
    const soon = (ms = gatherMs) => {
      window.clearTimeout(timer)
      timer = window.setTimeout(() => {
        // a user who types or reads an error is not disturbed; the page is reloaded as soon as they are done
        if (isTyping() || isAnswered.current || isMoving.current) return soon(2_000)
        if (Date.now() - touchedAt < untouchedMs) read()
      }, ms)
    }
    const stop = onLive(({ kind, data }) => {
      const { what, id } = wanted.current
      if (kind === 'announcement') return soon(Math.random() * 5_000)
      if (what === null) return
      if (kind === 'reset' || (kind === 'report' && what === 'orders')) return soon()
      if (kind === 'order' && (what === 'orders' || orderIn(data) === id)) soon()
    })
    window.addEventListener('pointerdown', touch)
    window.addEventListener('keydown', touch)
    return () => {
      stop()
      window.clearTimeout(timer)
      window.removeEventListener('pointerdown', touch)
      window.removeEventListener('keydown', touch)
    }
  }, [read])
}

const liveOf = (handle: unknown): WhatShows | null =>
  typeof handle === 'object' &&
  handle !== null &&
  'live' in handle &&
  (handle.live === 'order' || handle.live === 'orders')
    ? handle.live
    : null

const orderIn = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'orderId' in data ? data.orderId : null

const isTyping = (): boolean => document.activeElement?.matches('main input, main textarea, main select') ?? false
