import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { type DocumentFacts, isReplaced } from './document.ts'

const paper = (more: Partial<DocumentFacts>): DocumentFacts => ({
  id: newId<'document'>(),
  kind: 'permit',
  fileName: '許可証.webp',
  mediaType: 'image/webp',
  byteCount: 1,
  number: '',
  authority: '',
  holder: '',
  issuedOn: null,
  expiresOn: jstDate('2026-12-31'),
  goodsKinds: [],
  addedAt: at('2026-01-01 09:00'),
  removedAt: null,
  checkedAt: null,
  ...more,
})
const newer = {
  addedAt: at('2026-11-01 09:00'),
  expiresOn: jstDate('2031-12-31'),
  checkedAt: at('2026-11-01 12:00'),
}

test.each<[string, boolean, Partial<DocumentFacts>]>([
  ['one of the same kind that is valid for longer', true, newer],
  ['one without an end', true, { ...newer, expiresOn: null }],
  ['one that nobody has checked yet', false, { ...newer, checkedAt: null }],
  ['one of another kind', false, { ...newer, kind: 'certificate' }],
  ['one that ends earlier', false, { ...newer, expiresOn: jstDate('2026-11-30') }],
  ['one that was removed', false, { ...newer, removedAt: at('2026-11-02 09:00') }],
  ['one that was added before', false, { ...newer, addedAt: at('2025-01-01 09:00') }],
  ['one for other goods', false, { ...newer, goodsKinds: ['egg'] }],
])('a document and %s: replaced is %s', (_, replaced, later) => {
  const old = paper({ goodsKinds: ['rice'] })
  expect(isReplaced(old, [old, paper(later)])).toBe(replaced)
})

test('a document for whatever its kind proves is not replaced by one for a single kind of goods', () => {
  const old = paper({})
  expect(isReplaced(old, [old, paper({ ...newer, goodsKinds: ['rice'] })])).toBe(false)
})

test('a document without an end is not replaced', () => {
  const old = paper({ expiresOn: null })
  expect(isReplaced(old, [old, paper(newer)])).toBe(false)
})
