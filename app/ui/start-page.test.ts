import { expect, test, vi } from 'vitest'
import { startPage } from './start-page.ts'

test('the script of a page uses nothing from outside of its own text', () => {
  const heard: string[] = []
  const document = { addEventListener: (name: string) => heard.push(name), visibilityState: 'hidden' }
  const given = { fonts: [], controls: 'button', waiting: 'button', ownerKey: 'key' }
  const start = new Function('document', 'localStorage', 'given', `(${startPage})(given)`)
  start(document, { getItem: () => null }, given)
  expect(heard).toEqual(expect.arrayContaining(['DOMContentLoaded', 'pointerdown', 'focusin', 'keydown', 'click']))
})

/** A page with one button, which React takes over when the test says so; `counted`: the presses that React hears. */
function aPage(isToggle: boolean) {
  vi.useFakeTimers()
  let counted = 0
  class Page extends EventTarget {
    visibilityState = 'hidden'
    documentElement = { dataset: {} }
    isConnected = true
    closest = (selector: string) => (selector === 'waiting' ? this : null)
    matches = (selector: string) => isToggle && selector === 'toggles'
    setAttribute() {}
    removeAttribute() {}
    click() {
      if (this.dispatchEvent(new Event('click', { cancelable: true }))) counted += 1
    }
  }
  const page = new Page()
  const given = { fonts: [], controls: 'controls', waiting: 'waiting', toggles: 'toggles', pressWaits: 10_000 }
  const start = new Function('document', 'Element', 'localStorage', 'given', `(${startPage})(given)`)
  start(page, Page, { getItem: () => null }, given)
  return {
    press: () => page.click(),
    taken: () => Object.assign(page, { documentElement: { dataset: { started: '' } }, __reactProps: {} }),
    counted: () => counted,
  }
}

test.each([
  { name: 'a toggle', isToggle: true, repeated: 1 },
  { name: 'a stepper', isToggle: false, repeated: 3 },
])('of three presses before the script is there, $name hears $repeated', ({ isToggle, repeated }) => {
  const it = aPage(isToggle)
  it.press()
  it.press()
  it.press()
  expect(it.counted()).toBe(0)
  it.taken()
  vi.advanceTimersByTime(40)
  expect(it.counted()).toBe(repeated)
  it.press()
  expect(it.counted()).toBe(repeated + 1)
  vi.useRealTimers()
})
