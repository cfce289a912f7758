import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { isCodeShaped, isLinkMode, mailLink, pathWithoutSecrets } from './mail-links.ts'

const code = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJ_-01234'

test('the address in a stored mail has the shape that both providers share, and an id in the place of the secret', () => {
  const id = newId<'mailedCode'>()
  expect(mailLink('resetPassword', id)).toBe(
    `https://site.invalid/auth/MngAccount?mode=resetPassword&oobCode=${id}&lang=ja`,
  )
})

test.each([
  [code, true],
  [`${code}x`, false],
  [code.slice(1), false],
  [`${code.slice(1)}/`, false],
  ['farmer', false],
  ['robots.txt', false],
  ['<script>alert(1)</script>', false],
  ['', false],
  [null, false],
])('%j could be a secret of ours: %s', (text, expected) => {
  expect(isCodeShaped(text)).toBe(expected)
})

test.each([
  ['verifyEmail', true],
  ['revertSecondFactorAddition', false],
  ['toString', false],
  [null, false],
])('%j is a mode of ours: %s', (mode, expected) => {
  expect(isLinkMode(mode)).toBe(expected)
})

test.each([
  [`/${code}`, '/…'],
  [`/${code}.data`, '/….data'],
  [`/calendar/${code}.ics`, '/….ics'],
  [`/unsubscribe/${code}/price`, '/…/price'],
  ['/unsubscribe/0193c0de-0000-7000-8000-000000000001/price', '/…/price'],
  ['/auth/MngAccount?oobCode=1', '/auth/MngAccount'],
  ['/restaurant/orders?after=1', '/restaurant/orders?after=1'],
])('%s is written down as %s', (place, written) => {
  expect(pathWithoutSecrets(place)).toBe(written)
})
