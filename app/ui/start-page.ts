/** All that the function below knows: it becomes a script of its own, so it uses nothing from outside of its text. */
export type PageStart = {
  fonts: readonly { family: string; file: string; range: string }[]
  /** Milliseconds, and files: `pageStart` in constants.ts. */
  atLatest: number
  fontsAtLatest: number
  stylesAtLatest: number
  pressWaits: number
  filesAtOnce: number
  /** What is of more use with script: on a page for visitors it is loaded when one of these is touched or focused. */
  controls: string
  /** What does nothing without script, or less: its press waits for it. */
  waiting: string
  /** What a second press undoes: until the first is repeated, others are dropped. */
  toggles: string
  /** Named in the local storage while the device stores pages of a user (device/use-stored-pages.ts). */
  ownerKey: string
}

/**
 * Starts a page after its first paint: enables its sheets and loads its fonts and scripts, whose names web/first-paint.server.ts
 * has left in the page. A press or a key starts it at once. The script of a page for visitors is loaded when it is wanted
 * only: a visitor who reads and follows links needs none. It runs in the head, before the page is complete.
 */
export function startPage(given: PageStart): void {
  const after = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const heard = (it: EventTarget, kinds: string[], isMeant: (event: Event) => boolean = () => true) =>
    new Promise<void>((done) => {
      const listening = new AbortController()
      const hear = (event: Event) => {
        if (!isMeant(event)) return
        listening.abort()
        done()
      }
      for (const kind of kinds)
        it.addEventListener(kind, hear, { capture: true, passive: true, signal: listening.signal })
    })
  const around = (target: EventTarget | null, selector: string) =>
    target instanceof Element ? target.closest<HTMLElement>(selector) : null

  const parsed = heard(document, ['DOMContentLoaded'])
  const painted = new Promise<void>((done) => {
    if (document.visibilityState === 'hidden' || !PerformanceObserver.supportedEntryTypes?.includes('paint'))
      return done()
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      done()
    }).observe({ type: 'paint', buffered: true })
  })
  const firstPicture = () => {
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority=high]')
    return picture && !picture.complete && heard(picture, ['load', 'error'])
  }
  const nextFrame = () =>
    Promise.race([new Promise((done) => requestAnimationFrame(() => setTimeout(done))), after(100)])
  const quiet = parsed.then(() => Promise.all([painted, firstPicture()])).then(nextFrame)
  const pressed = heard(document, ['pointerdown', 'keydown'])
  // a screen reader points at nothing before it clicks
  const touched = heard(document, ['pointerover', 'pointerdown', 'focusin', 'click', 'change'], ({ target }) =>
    Boolean(around(target, given.controls)),
  )
  const isStored = () => {
    try {
      return localStorage.getItem(given.ownerKey) !== null
    } catch {
      // without storage nothing is stored
      return false
    }
  }
  /** A user was signed in on this device: what is stored of theirs is to be deleted. */
  const wanted = isStored() ? null : touched

  /** It could not be loaded: the page works as one without script. */
  let isLost = false

  async function loadScript(text: HTMLScriptElement, styled: Promise<void>): Promise<void> {
    const files = [text.dataset.start, text.dataset.later].flatMap((names) => names?.split(' ').filter(Boolean) ?? [])
    while (files.length > 0) {
      for (const href of files.splice(0, given.filesAtOnce))
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
      await after(0)
    }
    await styled
    // one after the other: all at once they are one long task
    for (const [, href] of text.textContent.matchAll(/^import .*"(.+)";$/gm)) {
      await import(/* @vite-ignore */ href ?? '').catch(() => {})
      await after(0)
    }
    const script = Object.assign(document.createElement('script'), { type: 'module', textContent: text.textContent })
    script.nonce = text.nonce
    script.addEventListener('error', () => {
      isLost = true
    })
    document.head.append(script)
  }

  Promise.all([parsed, Promise.race([quiet, pressed, after(given.atLatest)])]).then(async () => {
    const faces = Promise.all(
      given.fonts.map(({ family, file, range }) =>
        new FontFace(family, `url(${file})`, { weight: '800', unicodeRange: range }).load(),
      ),
    ).catch(() => [])
    const text = document.querySelector<HTMLScriptElement>('script[data-start]')
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet][disabled]')]
    const loaded = Promise.all([
      Promise.race([faces, after(given.fontsAtLatest)]),
      ...sheets.map((sheet) => heard(sheet, ['load', 'error'])),
    ])
    for (const sheet of sheets) Object.assign(sheet, { rel: 'stylesheet', media: 'not all', disabled: false })
    // in one task, so that the page is styled and laid out once more, and not with each sheet and once for the fonts
    const styled = Promise.race([loaded, after(given.stylesAtLatest)]).then(() => {
      for (const sheet of sheets) sheet.media = ''
    })
    styled.then(async () => {
      for (const face of await faces) document.fonts.add(face)
    })
    if (!text) return
    if ('whenWanted' in text.dataset) await wanted
    await loadScript(text, styled)
  })

  /** What React has last drawn it with; none before it has taken it over. */
  const propsOf = (it: Element): { checked?: boolean } | undefined =>
    Object.entries(it).find(([key]) => key.startsWith('__reactProps'))?.[1]
  /** React has taken it over, and the page around it (after-start.tsx): it marks the parts before it hears their presses. */
  const isTaken = (it: Element) => 'started' in document.documentElement.dataset && propsOf(it) !== undefined
  /** These have waited long enough: what is pressed is left to the browser. */
  const passed = new WeakSet<Element>()
  const isWaitedFor = (it: Element) => !isTaken(it) && !isLost && !passed.has(it)
  /** What was typed, and presses. A press behind another one waits for that one alone. */
  type Waiting = { it: HTMLElement; kind: 'typed' | 'press' | 'press behind'; until: number; act: () => void }
  const waiting: Waiting[] = []
  const isDue = ({ it, kind, until }: Waiting) =>
    kind === 'press behind' || isTaken(it) || isLost || !it.isConnected || Date.now() >= until
  /**
   * In order, each in a task of its own: a press adds to the number that React has drawn. What was typed waits for no press in
   * a part that comes later.
   */
  function takeUp(): void {
    const next = waiting.findIndex((each, at) => (at === 0 || each.kind === 'typed') && isDue(each))
    const [due] = next < 0 ? [] : waiting.splice(next, 1)
    if (waiting.length > 0) setTimeout(takeUp, due ? 0 : 30)
    if (!due?.it.isConnected) return
    if (due.kind !== 'press behind' && !isTaken(due.it)) passed.add(due.it)
    due.act()
  }
  function wait(it: HTMLElement, kind: Waiting['kind'], act: () => void): void {
    waiting.push({ it, kind, until: Date.now() + given.pressWaits, act })
    if (waiting.length === 1) setTimeout(takeUp, 30)
  }
  let isRepeating = false
  /** Before React hears of the next press: of two rows that are ticked the first one begins the range. */
  function tellTyped(): void {
    for (const due of waiting.filter((it) => it.kind === 'typed' && isDue(it))) {
      waiting.splice(waiting.indexOf(due), 1)
      due.act()
    }
  }
  /** A form that works without script, or a link, would leave before what was pressed first; leaving closes menus anyway. */
  const isBehindPress = (pressed: Element) =>
    waiting.some(({ it, kind }) => kind !== 'typed' && !it.matches(given.toggles) && (isTaken(it) || !isTaken(pressed)))
  /** Whether Shift was held at the last press: in a table it chooses all rows up to this one. */
  let withShift = false
  document.addEventListener(
    'click',
    (event) => {
      if (isRepeating) return
      tellTyped()
      withShift = event.shiftKey
      if (event.ctrlKey || event.metaKey || event.shiftKey) return
      const scripted = around(event.target, given.waiting)
      const pressed = scripted ?? around(event.target, 'button, a')
      if (!pressed) return
      const isDropped = pressed.matches(given.toggles) && waiting.some(({ it }) => it === pressed)
      const needsScript = scripted !== null && isWaitedFor(scripted)
      if (!isDropped && !needsScript && !isBehindPress(pressed)) return
      event.preventDefault()
      // React, which may listen already, would hydrate the part and count the press as well
      event.stopImmediatePropagation()
      if (isDropped) return
      pressed.setAttribute('aria-busy', 'true')
      wait(pressed, needsScript ? 'press' : 'press behind', () => {
        pressed.removeAttribute('aria-busy')
        isRepeating = true
        pressed.click()
        isRepeating = false
      })
    },
    true,
  )

  // what was typed or chosen before React listened is told to it again, unless it hears of the field itself
  type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement
  type Told = { value: string; shiftKey: boolean }
  const untold = new Map<Field, Told>()
  for (const kind of ['input', 'change'])
    document.addEventListener(
      kind,
      ({ target }) => {
        const isField =
          target instanceof HTMLInputElement ||
          target instanceof HTMLSelectElement ||
          target instanceof HTMLTextAreaElement
        if (!isField) return
        if (!isWaitedFor(target)) return void untold.delete(target)
        const isKnown = untold.has(target)
        untold.set(target, { value: target.value, shiftKey: withShift })
        if (isKnown) return
        wait(target, 'typed', () => {
          const it = untold.get(target)
          if (it && isTaken(target)) tell(target, it)
          untold.delete(target)
        })
      },
      true,
    )
  let isComposing = false
  for (const kind of ['compositionstart', 'compositionend'])
    document.addEventListener(kind, () => (isComposing = kind === 'compositionstart'), true)

  /** React compares with what it knows, which is the value that it has found: so it is first told the one of the server. */
  function tell(it: Field, { value, shiftKey }: Told): void {
    if (it instanceof HTMLSelectElement || it.type === 'file') {
      it.dispatchEvent(new Event('change', { bubbles: true }))
    } else if (it instanceof HTMLInputElement && (it.type === 'checkbox' || it.type === 'radio')) {
      // what React draws since it was told of another box, or what the server has sent
      if (it.checked === (propsOf(it)?.checked ?? it.defaultChecked)) return
      it.checked = !it.checked
      isRepeating = true
      it.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, shiftKey }))
      isRepeating = false
    } else if (value !== it.defaultValue && !isComposing) {
      const { selectionStart, selectionEnd } = it
      it.value = it.defaultValue
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(it), 'value')?.set?.call(it, value)
      if (selectionStart !== null) it.setSelectionRange(selectionStart, selectionEnd)
      it.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
}
