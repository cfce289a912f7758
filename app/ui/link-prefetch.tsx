import { useEffect } from 'react'
import { linkPrefetch } from './constants.ts'
import { type RouteChunks, useRouteChunks } from './route-chunks.ts'

/**
 * When the browser is idle, it prefetches the scripts of the pages to which the visible links lead: never their data,
 * never twice, and not on expensive connections. Observes the whole document, so any link counts.
 */
export function LinkPrefetch() {
  const { router, manifest, loaded } = useRouteChunks()
  useEffect(() => watchLinks({ router, manifest, loaded }), [router, manifest, loaded])
  return null
}

function watchLinks(chunks: RouteChunks): () => void {
  const known = new WeakSet<Element>()
  const paths = new Set<string>()
  const scripts = new Set<string>()
  let cancel: (() => void) | null = null

  const inView = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue
      inView.unobserve(target)
      paths.add(target.pathname)
    }
    if (paths.size > 0) plan()
  })
  const changes = new MutationObserver(plan)

  function plan() {
    cancel ??= whenIdle((hasTime) => {
      cancel = null
      for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-discover]')) {
        if (known.has(link) || !leadsToPage(link)) continue
        known.add(link)
        inView.observe(link)
      }
      if (!isWorthIt() || paths.size + scripts.size === 0) return
      void importsBeside(chunks.manifest.url).then((imports) => {
        // on a phone the router takes milliseconds to compare a path with every route, and the browser to begin a request
        for (const path of paths) {
          paths.delete(path)
          for (const href of scriptsOf(chunks, imports, path)) scripts.add(href)
          if (!hasTime()) break
        }
        for (const href of scripts) {
          scripts.delete(href)
          preload(href)
          if (!hasTime()) break
        }
        if (paths.size + scripts.size > 0) plan()
      })
    })
  }

  changes.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('online', plan)
  plan()
  return () => {
    cancel?.()
    inView.disconnect()
    changes.disconnect()
    window.removeEventListener('online', plan)
  }
}

/** Safari has no idle callback; there it waits the whole time, and then does all at once. */
function whenIdle(run: (hasTime: () => boolean) => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, linkPrefetch.idleTimeout, () => true)
    return () => clearTimeout(timer)
  }
  const options = { timeout: linkPrefetch.idleTimeout }
  const handle = requestIdleCallback((idle) => run(() => idle.timeRemaining() > 0), options)
  return () => cancelIdleCallback(handle)
}

const withoutPage = /^\/(api|auth\/signout)(\/|$)/i

const leadsToPage = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  !link.hasAttribute('download') &&
  (link.target === '' || link.target === '_self') &&
  !withoutPage.test(link.pathname)

/** Only Chromium reports the connection; elsewhere we assume a good one. */
function isWorthIt(): boolean {
  const line: unknown = 'connection' in navigator ? navigator.connection : null
  const told = typeof line === 'object' && line !== null ? line : {}
  const saves = 'saveData' in told && told.saveData === true
  const slow = 'effectiveType' in told && /^(slow-)?2g$/.test(String(told.effectiveType))
  return navigator.onLine && !saves && !slow
}

/** For each route the places of its imports in `files`. */
type ImportTable = { files: readonly string[]; routes: Record<string, readonly number[]> }

let table: Promise<ImportTable | null> | undefined

/** The build puts it beside the list of all routes (scripts/route-list.ts), where only what is read here needs it. */
function importsBeside(list: string): Promise<ImportTable | null> {
  if (import.meta.env.DEV) return Promise.resolve(null)
  table ??= import(/* @vite-ignore */ list.replace('manifest-', 'route-imports-')).then(
    (loaded) => loaded.default,
    () => {
      table = undefined
      return null
    },
  )
  return table
}

function scriptsOf({ router, manifest, loaded }: RouteChunks, imports: ImportTable | null, path: string): string[] {
  const missing = (router.match(path) ?? []).filter(({ route }) => !(route.id in loaded))
  return missing.flatMap(({ route: { id } }) => {
    const files = manifest.routes[id]
    return files ? [files.module, ...(imports?.routes[id] ?? []).flatMap((place) => imports?.files[place] ?? [])] : []
  })
}

const asked = new Set<string>()

function preload(href: string) {
  if (asked.has(href)) return
  asked.add(href)
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}
