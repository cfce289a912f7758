import { pageStart } from '#ui/constants.ts'
import { ownerKey } from '#ui/device/owner-key.ts'
import { scriptWanted } from '#ui/with-script.ts'
import { loadAtPress, type Wanted } from './load-at-press.ts'

const wanted: Wanted = {
  event: scriptWanted,
  controls: 'button, summary, label, input, select, textarea, [data-with-script]',
  waiting: '[data-with-script]',
  ownerKey,
  mostWait: pageStart.pressIsRepeatedWithin,
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
  `<script nonce="${nonce}">(${loadAtPress})(${JSON.stringify(wanted)})</script>` +
  `<script nonce="${nonce}" type="speculationrules">${JSON.stringify(fetchedAhead)}</script>`

/**
 * A page for visitors works without script. So its own script, which stands in it as text (first-paint.server.ts), starts when
 * somebody is about to use what is better with script, and not after the paint (docs/decisions/0109).
 */
export function startedAtPress(html: string, nonce: string): string {
  const start = ' data-start="'
  if (!html.includes(start)) return html
  return html.replace(start, ` data-at-press=""${start}`).replace('</head>', () => `${head(nonce)}</head>`)
}
