import { useHydrated } from './browser-state.ts'
import { pageStart } from './constants.ts'
import { ownerKey } from './device/owner-key.ts'
import { webFonts } from './fonts.ts'
import { type PageStart as Given, startPage } from './start-page.ts'
import { needsScript } from './with-script.ts'

/** The only script that runs before the first paint: it starts the page after it (docs/decisions/0104, 0109). */
export function PageStart({ nonce }: { nonce: string | undefined }) {
  if (useHydrated()) return null
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant words
      dangerouslySetInnerHTML={{ __html: start }}
    />
  )
}

const given: Given = {
  ...pageStart,
  fonts: webFonts,
  controls: `button, summary, label, input, select, textarea, ${needsScript}`,
  waiting: `button[type=button]:not([popovertarget], [commandfor]), ${needsScript}`,
  toggles: '[aria-expanded], [aria-haspopup], [aria-pressed]',
  ownerKey,
}

/** Rendered by the server only: in the browser it has run by then. */
const start = import.meta.env.SSR ? `(${startPage})(${JSON.stringify(given)})` : ''
