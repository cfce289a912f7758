import { useHydrated } from './browser-state.ts'
import { reloadedAtKey } from './chunk-reload.ts'
import { chunkReload } from './constants.ts'

/**
 * The same for what a document itself needs, and for our own import()s (whose caller may still handle the failure): it
 * runs before any module, so it is inlined. A page whose script is permanently missing stays readable and works as a
 * page without script.
 */
export function ChunkWatch({ nonce }: { nonce: string | undefined }) {
  if (useHydrated()) return null
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant words
      dangerouslySetInnerHTML={{ __html: watch }}
    />
  )
}

/** Rendered by the server only: in the browser it has run by then. */
const watch = !import.meta.env.SSR
  ? ''
  : `(() => {
  const reload = () => {
    try {
      const last = Number(sessionStorage.getItem('${reloadedAtKey}') ?? -Infinity)
      if (!navigator.onLine || Date.now() - last < ${chunkReload.atMostEvery}) return
      sessionStorage.setItem('${reloadedAtKey}', String(Date.now()))
      location.reload()
    } catch {}
  }
  addEventListener('error', ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') reload()
    if (target instanceof HTMLScriptElement && target.type === 'module') reload()
  }, true)
  addEventListener('vite:preloadError', reload)
  addEventListener('unhandledrejection', ({ reason }) => {
    if (!window.__reactRouterDataRouter && reason instanceof TypeError && /module/i.test(reason.message)) reload()
  })
})()`
