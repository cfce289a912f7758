import { expect, test } from 'vitest'
import { startPage } from './start-page.ts'

test('the script of a page uses nothing from outside of its own text', () => {
  const heard: string[] = []
  const document = { addEventListener: (name: string) => heard.push(name), visibilityState: 'hidden' }
  const given = { fonts: [], controls: 'button', waiting: 'button', ownerKey: 'key' }
  const start = new Function('document', 'localStorage', 'given', `(${startPage})(given)`)
  start(document, { getItem: () => null }, given)
  expect(heard).toEqual(expect.arrayContaining(['DOMContentLoaded', 'pointerdown', 'focusin', 'keydown', 'click']))
})
