/** Set by the server (deferred-script.server.ts). */
export type Wanted = {
  /** Asks for the script of the page (ui/page-start.tsx). */
  event: string
  /** What is of more use with script: whoever touches or focuses it is about to use it. */
  controls: string
  /** The links whose press does more with script: it waits for it. */
  waiting: string
  /** Named in the local storage while the device stores pages of a user (ui/device/use-stored-pages.ts). */
  ownerKey: string
  /** Milliseconds until a press that waits is left to the browser. */
  mostWait: number
}

/**
 * Asks for a page's script when it is wanted, not before: a visitor who reads and follows links needs none. It is inlined into
 * the head (as its own text, so it uses nothing from outside), after what loads the script, and runs before the page is complete.
 */
export function loadAtPress({ event, controls, waiting, ownerKey, mostWait }: Wanted): void {
  const load = () => document.dispatchEvent(new Event(event))
  /** It could not be loaded: the page works as one without script. */
  let isLost = false
  window.addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') isLost = true
    },
    true,
  )

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
    (press) => {
      // by a screen reader, which points at nothing before
      if (within(press.target, controls)) load()
      const it = within(press.target, waiting)
      if (!it || !isWaitedFor(it) || press.ctrlKey || press.metaKey || press.shiftKey) return
      press.preventDefault()
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
