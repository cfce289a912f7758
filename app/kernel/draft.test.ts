import { expect, test } from 'vitest'
import { draftOffer, draftText, readDraft } from './draft.ts'
import { at } from './jst.ts'

const now = at('2026-11-21 09:00')
const draft = { savedAt: at('2026-11-20 22:14'), fields: [['body', '大根の\n数'] as const, ['kind', 'order'] as const] }

test('a draft is restored as it was, with its time', () => {
  expect(readDraft(draftText(draft), now)).toEqual(draft)
  expect(draftOffer(draft)).toBe('11月20日(金) 22:14 に保存した下書きがあります')
})

test.each([
  null,
  '',
  '{',
  'null',
  '[]',
  '{"savedAt":"x","fields":[]}',
  '{"savedAt":1,"fields":[]}',
  '{"fields":[["a","b"]]}',
])('%j is no draft', (text) => {
  expect(readDraft(text, now)).toBeNull()
})

test('malformed fields in a stored draft are left out', () => {
  const text = JSON.stringify({ savedAt: now.getTime(), fields: [['a', 'b'], ['c'], ['d', 1], null] })
  expect(readDraft(text, now)?.fields).toEqual([['a', 'b']])
})

test('a draft expires after two weeks', () => {
  expect(readDraft(draftText(draft), at('2026-12-04 22:13'))).not.toBeNull()
  expect(readDraft(draftText(draft), at('2026-12-04 22:15'))).toBeNull()
})
