import { heldPress } from '#ui/constants.ts'
import { ownerKey } from '#ui/device/owner-key.ts'
import { type DeferredPage, loadAtPress } from './load-at-press.ts'

const deferred: DeferredPage = {
  script: 'script[data-modules]',
  controls: 'button, summary, label, input, select, textarea, [data-with-script]',
  waiting: 'button[type=button], [data-with-script]',
  ownerKey,
  mostWait: heldPress.atMost,
}

const forVisitors = [
  '/',
  '/restaurant/products*',
  '/restaurant/farmers*',
  '/restaurant/Guide*',
  '/farmer/profile/*',
  '/farmer/Guide*',
]

/** Documents come from memory (server/page-cache.ts): the browser fetches one when a link to it is about to be followed. */
const fetchedAhead = {
  prefetch: [{ where: { href_matches: forVisitors }, eagerness: 'moderate' }],
}

const head = (nonce: string) =>
  `<script nonce="${nonce}">(${loadAtPress})(${JSON.stringify(deferred)})</script>` +
  `<script nonce="${nonce}" type="speculationrules">${JSON.stringify(fetchedAhead)}</script>`

/**
 * A page for visitors works without script. So its own script, and what that imports, is not loaded with it, but when
 * somebody is about to use what is better with script (docs/decisions/0109). Its text stays as it is, so that the policy
 * that names its hash allows it.
 */
export function withDeferredScript(html: string, nonce: string): string {
  const start = `<script nonce="${nonce}" type="module" async="">`
  if (!html.includes(start)) throw new Error('the page has no script that starts it')
  const modules: string[] = []
  const withoutPreloads = html.replace(/<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g, (_, href: string) => {
    modules.push(href)
    return ''
  })
  return withoutPreloads
    .replace(start, () => `<script nonce="${nonce}" type="text/plain" data-modules="${modules.join(' ')}">`)
    .replace('</head>', () => `${head(nonce)}</head>`)
}
