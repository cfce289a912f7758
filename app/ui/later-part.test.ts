import { createElement, type FunctionComponent, Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { laterPart, loadSentParts } from './later-part.ts'

const part = (words: string): { default: FunctionComponent } => ({ default: () => words })
const shown = (Part: FunctionComponent) =>
  renderToString(createElement(Suspense, { fallback: 'waits' }, createElement(Part))).replace(/<!--.*?-->/g, '')
const inTime = 60_000

test('a part that was loaded is shown at once, by all that import it', async () => {
  const [first, second] = [
    laterPart('twice', async () => part('here')),
    laterPart('twice', async () => part('here')),
  ] as const
  expect(shown(first)).toContain('waits')
  await loadSentParts(['twice'], inTime)
  expect([first, second].map(shown)).toEqual(['here', 'here'])
})

test('parts within parts become known while the outer one is loaded', async () => {
  let inner: FunctionComponent | undefined
  laterPart('outer', async () => {
    inner = laterPart('inner', async () => part('inside'))
    return part('outside')
  })
  await loadSentParts(['outer', 'inner'], inTime)
  expect(inner && shown(inner)).toBe('inside')
})

test('a part that fails, and one that is not known, are left out', async () => {
  const failing = laterPart<object>('failing', () => Promise.reject(new Error('no signal')))
  const other = laterPart('other', async () => part('other'))
  await loadSentParts(['', 'failing', 'unknown', 'other'], inTime)
  expect(shown(failing)).toContain('waits')
  expect(shown(other)).toBe('other')
})

test('the page does not wait for ever', async () => {
  const slow = laterPart<object>('slow', () => new Promise(() => {}))
  await loadSentParts(['slow'], 1)
  expect(shown(slow)).toContain('waits')
})

test('what a PC alone shows is loaded there only', async () => {
  const isOn = (wide: boolean) =>
    vi.stubGlobal('window', { matchMedia: () => ({ matches: wide }) as unknown as MediaQueryList })
  const menu = laterPart('menu', async () => part('menu'))
  isOn(false)
  await loadSentParts(['~menu'], inTime)
  expect(shown(menu)).toContain('waits')
  isOn(true)
  await loadSentParts(['~menu'], inTime)
  expect(shown(menu)).toBe('menu')
})
