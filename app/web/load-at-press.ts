/** Set by the server on the script that starts the page (deferred-script.server.ts): its modules, separated by spaces. */
export type DeferredPage = {
  /** Selects the script that starts the page. */
  script: string
  /** What is of more use with script: whoever touches or focuses it is about to use it. */
  controls: string
  /** What does nothing without script, or less: its press waits for it. */
  waiting: string
  /** Named in the local storage while the device stores pages of a user (ui/device/use-stored-pages.ts). */
  ownerKey: string
  /** Milliseconds until a press that waits is left to the browser. */
  mostWait: number
}

/**
 * Loads a page's script when it is wanted, not before: a visitor who reads and follows links needs none. It is inlined into
 * the head (as its own text, so it uses nothing from outside), and runs before the page is complete.
 */
export function loadAtPress({ script, controls, waiting, ownerKey, mostWait }: DeferredPage): void {
  let isAsked = false
  /** It could not be loaded: the page works as one without script. */
  let isLost = false

  function load(): void {
    if (isAsked) return
    const start = document.querySelector<HTMLScriptElement>(script)
    // the end of the page is still on its way
    if (!start) {
      document.addEventListener('DOMContentLoaded', load, { once: true })
      return
    }
    isAsked = true
    const { modules = '' } = start.dataset
    for (const href of modules.split(' '))
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    const begin = document.createElement('script')
    begin.addEventListener('error', () => {
      isLost = true
    })
    document.head.append(Object.assign(begin, { type: 'module', textContent: start.textContent }))
  }

  const within = (target: EventTarget | null, selector: string) =>
    target instanceof Element ? target.closest<HTMLElement>(selector) : null
  /** React has taken it over, and the page around it (ui/after-start.tsx): it marks the parts before it hears their presses. */
  const isTaken = (it: Element) =>
    'started' in document.documentElement.dataset && Object.keys(it).some((key) => key.startsWith('__reactProps'))

  for (const sign of ['pointerover', 'pointerdown', 'focusin'])
    document.addEventListener(sign, ({ target }) => within(target, controls) && load(), { passive: true })
  document.addEventListener('keydown', ({ key }) => key === '/' && load())

  /** Only the last press counts, as on a page that is busy. */
  let pressed: { it: HTMLElement; at: number } | null = null
  /** For their script one has waited long enough. */
  const passed = new WeakSet<Element>()
  const isWaitedFor = (it: Element) => !isTaken(it) && !isLost && !passed.has(it)

  function pressAgain(): void {
    if (!pressed) return
    const { it, at } = pressed
    const mayCome = !isLost && it.isConnected && performance.now() - at < mostWait
    if (!isTaken(it) && mayCome) return void setTimeout(pressAgain, 30)
    pressed = null
    it.removeAttribute('aria-busy')
    passed.add(it)
    it.click()
  }
  document.addEventListener(
    'click',
    (event) => {
      // by a screen reader, which points at nothing before
      if (within(event.target, controls)) load()
      const it = within(event.target, waiting)
      if (!it || !isWaitedFor(it) || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      const isFirst = pressed === null
      pressed?.it.removeAttribute('aria-busy')
      pressed = { it, at: performance.now() }
      it.setAttribute('aria-busy', 'true')
      if (isFirst) pressAgain()
    },
    true,
  )

  try {
    // somebody was signed in: what is stored of theirs is to be deleted
    if (localStorage.getItem(ownerKey) !== null) load()
  } catch {
    // without storage nothing is stored
  }
}
