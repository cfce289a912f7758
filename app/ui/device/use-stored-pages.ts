import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { showToast } from '#ui/toast-list.ts'
import { isAnswered } from './is-answered.ts'
import { ownerKey } from './owner-key.ts'
import { useOwner } from './use-owner.ts'
import { isOffline } from './waiting.ts'

/** Milliseconds after which a settled page is stored in its current state. */
const settled = 2_000

/** Pages on which users work offline. Other pages are stored when they are opened, as delivered. */
const isWorked = (path: string) =>
  /^\/(farmer(\/orders(\/[\w-]+)?)?|restaurant(\/cart|\/arrivals|\/receiving\/[\w-]+)?)$/.test(path)

/** The pages that a page names will be needed offline. At most this many, and not again for five minutes. */
const ahead = 'a[href^="/farmer/orders"], a[href^="/restaurant/receiving/"]'
const mostAhead = 15
const aheadSeconds = 300

/**
 * The pages that a device stores for one user: starts the service worker, tells it what will be needed, and deletes
 * everything when nobody or another user is signed in.
 */
export function useStoredPages(): void {
  const owner = useOwner()
  const matches = useMatches()
  useEffect(() => {
    void forgetOthers(owner)
    if (owner !== null && import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {})
  }, [owner])
  useEffect(() => {
    if (owner === null || matches.length === 0 || !isWorked(location.pathname)) return
    const timer = window.setTimeout(() => void keepThese(), settled)
    return () => window.clearTimeout(timer)
  }, [owner, matches])
  useEffect(() => {
    document.addEventListener('click', openKept, true)
    return () => document.removeEventListener('click', openKept, true)
  }, [])
}

async function forgetOthers(owner: string | null): Promise<void> {
  try {
    const before = localStorage.getItem(ownerKey)
    if (before === owner) return
    if (before !== null) await caches.delete('pages')
    if (owner === null) localStorage.removeItem(ownerKey)
    else localStorage.setItem(ownerKey, owner)
  } catch {
    // a browser without storage has nothing to delete
  }
}

async function keepThese(): Promise<void> {
  const active = (await navigator.serviceWorker?.ready)?.active
  if (!active || !navigator.onLine) return
  const here = location.pathname + location.search
  const links = isSlow() ? [] : [...document.querySelectorAll<HTMLAnchorElement>(ahead)]
  const named = [...new Set(links.map(addressOf))].filter((path) => path !== here)
  const keep = [
    { url: here, atMostSeconds: 0 },
    ...named.slice(0, mostAhead).map((url) => ({ url, atMostSeconds: aheadSeconds })),
  ]
  active.postMessage({ keep })
}

/** The steps of the day differ by query string; an order is one page. */
const addressOf = ({ pathname, search }: HTMLAnchorElement) =>
  pathname === '/farmer/orders' ? pathname + search : pathname

type Connection = { saveData?: boolean; effectiveType?: string }

function isSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}

/**
 * Offline a link opens the stored document: client-side navigation would request data that is not available. The page
 * stays where there is no document either.
 */
function openKept(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!isOffline() || !isPlain || !link || !navigator.serviceWorker?.controller) return
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  // within the page itself nothing is fetched
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return
  event.preventDefault()
  event.stopPropagation()
  void openOrStay(link)
}

async function openOrStay({ pathname, href }: HTMLAnchorElement): Promise<void> {
  const copy = await caches.match(pathname, { cacheName: 'pages', ignoreSearch: true, ignoreVary: true })
  if (copy || (await isAnswered())) return location.assign(href)
  showToast({ text: 'オフラインです。この画面は接続後に開けます。', tone: 'akane' })
}
