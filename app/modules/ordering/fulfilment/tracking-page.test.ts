import { expect, test } from 'vitest'
import { ok, refuse } from '#kernel/result.ts'
import { readTrackingPage } from './tracking-page.ts'

test.each([
  ['', null],
  [' https://track.example.co.jp/?no={n} ', 'https://track.example.co.jp/?no={n}'],
  ['http://track.example.co.jp/{n}/x', 'https://track.example.co.jp/{n}/x'],
  ['track.example.co.jp', 'https://track.example.co.jp/'],
])('a page as it is typed: %s', (typed, page) => {
  expect(readTrackingPage(typed)).toEqual(ok(page))
})

test.each([
  'javascript:alert(1)',
  'https://{n}.example.jp/',
  'https://user:secret@example.jp/',
  'https://10.0.0.1/',
  '電話で問い合わせ',
  `https://example.jp/${'x'.repeat(300)}`,
])('no page of a carrier: %s', (typed) => {
  expect(readTrackingPage(typed)).toEqual(refuse('tracking_page_wrong'))
})
