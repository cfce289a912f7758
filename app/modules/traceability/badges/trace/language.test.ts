import { expect, test } from 'vitest'
import { guestLanguageFor, guestLanguages, parseGuestLanguage } from './language.ts'

test.each([
  [null, 'ja'],
  ['', 'ja'],
  ['*', 'ja'],
  ['ja', 'ja'],
  ['ja-JP,ja;q=0.9,en;q=0.8', 'ja'],
  ['en-GB', 'en'],
  ['zh-TW,zh;q=0.9', 'zh-Hant'],
  ['zh-HK', 'zh-Hant'],
  ['zh-CN,en;q=0.5', 'zh-Hant'],
  ['ko-KR;q=0.7,en;q=0.6', 'ko'],
  ['en;q=0.5,ko', 'ko'],
  ['fr-FR,fr;q=0.9', 'en'],
  ['fr-FR,fr;q=0.9,ja;q=0.1', 'ja'],
  ['ja;q=0,ko', 'ko'],
  ['ko;q=nonsense,en', 'en'],
  [', ,;q=1,', 'ja'],
] as const)('Accept-Language %j gives %s', (said, language) => expect(guestLanguageFor(said)).toBe(language))

test.each([
  ['ja', 'ja'],
  ['zh-Hant', 'zh-Hant'],
  ['zh-TW', null],
  ['EN', null],
  ['', null],
  [null, null],
] as const)('?lang=%s is %s', (text, language) => expect(parseGuestLanguage(text)).toBe(language))

test('every language can be asked for by its own name', () =>
  expect(guestLanguages.map(parseGuestLanguage)).toEqual([...guestLanguages]))
