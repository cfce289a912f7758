import { afterEach, expect, test, vi } from 'vitest'
import { startPage } from './start-page.ts'

test('the script of a page uses nothing from outside of its own text', () => {
  const heard: string[] = []
  const document = { addEventListener: (name: string) => heard.push(name), visibilityState: 'hidden' }
  const given = { fonts: [], controls: 'button', waiting: 'button', ownerKey: 'key' }
  const start = new Function('document', 'localStorage', 'given', `(${startPage})(given)`)
  start(document, { getItem: () => null }, given)
  expect(heard).toEqual(expect.arrayContaining(['DOMContentLoaded', 'pointerdown', 'focusin', 'keydown', 'click']))
})

type Kind = 'needs script' | 'toggle' | 'works without'

/** A page whose buttons React takes over when the test says so; `heard`: the presses that React, or the browser, hears. */
function aPage(kinds: Record<string, Kind>) {
  vi.useFakeTimers()
  const heard: string[] = []
  class Element extends EventTarget {
    visibilityState = 'hidden'
    documentElement = { dataset: {} }
    isConnected = true
    setAttribute() {}
    removeAttribute() {}
  }
  class Button extends Element {
    readonly name: string
    readonly kind: Kind
    constructor(name: string, kind: Kind) {
      super()
      this.name = name
      this.kind = kind
    }
    closest = (selector: string) =>
      selector === 'button, a' || (selector === 'waiting' && this.kind !== 'works without') ? this : null
    matches = (selector: string) => selector === 'toggles' && this.kind === 'toggle'
    click() {
      const press = new Event('click', { cancelable: true })
      Object.defineProperty(press, 'target', { value: this })
      if (document.dispatchEvent(press)) heard.push(this.name)
    }
  }
  const document = new Element()
  const buttons = Object.entries(kinds).map(([name, kind]) => new Button(name, kind))
  const given = { fonts: [], controls: 'controls', waiting: 'waiting', toggles: 'toggles', pressWaits: 10_000 }
  const start = new Function('document', 'Element', 'localStorage', 'given', `(${startPage})(given)`)
  start(document, Element, { getItem: () => null }, given)
  return {
    press: (name: string) => buttons.find((it) => it.name === name)?.click(),
    taken(...names: string[]) {
      document.documentElement = { dataset: { started: '' } }
      for (const button of buttons)
        if (names.length === 0 || names.includes(button.name)) Object.assign(button, { __reactProps: {} })
      vi.advanceTimersByTime(40)
    },
    heard,
  }
}

afterEach(() => void vi.useRealTimers())

test.each([
  { kind: 'toggle', repeated: 1 },
  { kind: 'needs script', repeated: 3 },
] as const)(
  'of three presses before the script is there, a button that is $kind hears $repeated',
  ({ kind, repeated }) => {
    const page = aPage({ more: kind })
    page.press('more')
    page.press('more')
    page.press('more')
    expect(page.heard).toEqual([])
    page.taken()
    expect(page.heard).toHaveLength(repeated)
    page.press('more')
    expect(page.heard).toHaveLength(repeated + 1)
  },
)

test('a press that works without script waits for the one before it, and for nothing else', () => {
  const page = aPage({ reason: 'needs script', send: 'works without' })
  page.press('send')
  expect(page.heard).toEqual(['send'])
  page.press('reason')
  page.press('send')
  expect(page.heard).toEqual(['send'])
  page.taken()
  expect(page.heard).toEqual(['send', 'reason', 'send'])
})

test('a press in a part that is there waits for none in a part that comes later', () => {
  const page = aPage({ later: 'needs script', send: 'works without' })
  page.press('later')
  page.taken('send')
  page.press('send')
  expect(page.heard).toEqual(['send'])
})

test('a link does not wait for a menu', () => {
  const page = aPage({ menu: 'toggle', link: 'works without' })
  page.press('menu')
  page.press('link')
  expect(page.heard).toEqual(['link'])
})

test('a press whose script does not come is left to the browser, and so is the one behind it', () => {
  const page = aPage({ reason: 'needs script', send: 'works without' })
  page.press('reason')
  page.press('send')
  vi.advanceTimersByTime(11_000)
  expect(page.heard).toEqual(['reason', 'send'])
})
