import { useHydrated } from './browser-state.ts'
import { pageStart } from './constants.ts'
import { webFonts } from './fonts.ts'
import { scriptWanted } from './with-script.ts'

/**
 * Starts the page after its first paint: enables its sheets and loads its fonts and scripts, whose names
 * web/first-paint.server.ts has left in the page. A press or a key starts it at once. Links and forms work before that; a press on a
 * button that needs its script is repeated when React has taken the button over. A page for visitors has its script only
 * once it is wanted (web/load-at-press.ts).
 */
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

/** Rendered by the server only, and the only script that runs before the first paint. */
const start = !import.meta.env.SSR
  ? ''
  : `(() => {
  const parsed = new Promise((done) => addEventListener('DOMContentLoaded', done))
  const painted = new Promise((done) => {
    if (document.visibilityState === 'hidden' || !PerformanceObserver.supportedEntryTypes?.includes('paint')) return done()
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      done()
    }).observe({ type: 'paint', buffered: true })
  })
  const ended = (it) => new Promise((done) => {
    it.addEventListener('load', done)
    it.addEventListener('error', done)
  })
  const firstPicture = () => {
    const picture = document.querySelector('img[fetchpriority=high]')
    return picture && !picture.complete && ended(picture)
  }
  const wait = (ms) => new Promise((done) => setTimeout(done, ms))
  const nextFrame = () => Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), wait(100)])
  const pressed = new Promise((done) => {
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, done, { capture: true, once: true })
  })
  const wanted = new Promise((done) => document.addEventListener('${scriptWanted}', done, { once: true }))
  const late = wait(${pageStart.atLatest})
  const quiet = parsed.then(() => Promise.all([painted, firstPicture()])).then(nextFrame)
  Promise.all([parsed, Promise.race([quiet, pressed, late])]).then(async () => {
    // together, so that the page is laid out once more and not twice
    Promise.all(${JSON.stringify(webFonts)}.map(({ family, file, range }) =>
      new FontFace(family, 'url(' + file + ')', { weight: '800', unicodeRange: range }).load()))
      .then((faces) => faces.forEach((face) => document.fonts.add(face)), () => {})
    const text = document.querySelector('script[data-start]')
    if (!text) return
    const sheets = [...document.querySelectorAll('link[rel=stylesheet][disabled]')]
    const loaded = Promise.all(sheets.map(ended))
    for (const sheet of sheets) Object.assign(sheet, { media: 'not all', disabled: false })
    const files = text.dataset.start.split(' ')
    const preload = async () => {
      while (files.length > 0) {
        for (const href of files.splice(0, ${pageStart.filesAtOnce}))
          document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
        await wait(0)
      }
    }
    const atPress = 'atPress' in text.dataset
    if (!atPress) await preload()
    await Promise.race([loaded, wait(${pageStart.stylesAtLatest})])
    // at once, so that the page is styled once more and not with each of them
    for (const sheet of sheets) sheet.media = ''
    if (atPress) await wanted.then(preload)
    const script = Object.assign(document.createElement('script'), { type: 'module', textContent: text.textContent })
    script.nonce = text.nonce
    document.head.append(script)
  })
  const isTaken = (it) => Object.keys(it).some((key) => key.startsWith('__reactProps'))
  addEventListener('click', ({ target }) => {
    const button = target.closest?.('button[type=button]:not([popovertarget], [commandfor])')
    if (!button || isTaken(button)) return
    const until = Date.now() + ${pageStart.pressIsRepeatedWithin}
    const repeat = () => {
      if (isTaken(button)) button.click()
      else if (button.isConnected && Date.now() < until) setTimeout(repeat, 30)
    }
    repeat()
  }, true)
})()`
