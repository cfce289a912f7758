import { useEffect } from 'react'
import { useMatches } from 'react-router'
import { useOwner } from './use-owner.ts'

/** Milliseconds after which a page that has settled is kept as it is now. */
const settled = 2_000
const ownerKey = 'kept-for'

/** Where one works without a signal. What is on other pages is kept when they are opened, as they come. */
const isWorked = (path: string) =>
  /^\/(farmer(\/orders(\/[\w-]+)?)?|restaurant(\/cart|\/receiving\/[\w-]+)?)$/.test(path)

/** What a page names will be wanted in the shed or in the cellar. At most so many, and not again for five minutes. */
const ahead = 'a[href^="/farmer/orders"], a[href^="/restaurant/receiving/"]'
const mostAhead = 15
const aheadSeconds = 300

/**
 * The pages that a device keeps for one person: starts the service worker, tells it what will be wanted, and takes
 * everything away when nobody is signed in or somebody else is.
 */
export function useKeptPages(): void {
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
    // a browser that keeps nothing has nothing to forget
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

/** The steps of the day differ by what stands behind the question mark; an order is one page. */
const addressOf = ({ pathname, search }: HTMLAnchorElement) =>
  pathname === '/farmer/orders' ? pathname + search : pathname

type Connection = { saveData?: boolean; effectiveType?: string }

function isSlow(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '')
}

/** Without a signal a link opens the document that was kept: our script could only ask for data that is not there. */
function openKept(event: MouseEvent): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.defaultPrevented
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (navigator.onLine || !isPlain || !link || !navigator.serviceWorker?.controller) return
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return
  // within the page itself nothing is fetched
  if (link.hash && link.pathname === location.pathname && link.search === location.search) return
  event.preventDefault()
  event.stopPropagation()
  location.assign(link.href)
}
