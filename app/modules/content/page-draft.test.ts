import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { checkDraft, type PageDraft } from './page-draft.ts'

const today = jstDate('2026-11-24')
const newest = { title: '利用規約', body: '本文', effectiveOn: jstDate('2026-11-01') }
const draft: PageDraft = {
  title: '利用規約',
  body: '新しい本文',
  changeNote: '修正済み',
  material: true,
  effectiveOn: today,
}

test.each([
  ['new words from today on', draft, newest],
  ['a new title', { ...draft, body: '本文', title: '規約' }, newest],
  ['what the settings say', { ...draft, body: '{{operator.name}}' }, newest],
  [
    'the day of a planned version',
    { ...draft, effectiveOn: jstDate('2026-12-01') },
    { ...newest, effectiveOn: jstDate('2026-12-01') },
  ],
])('%s may be published', (_, written, after) => {
  expect(checkDraft(written, after, today)).toEqual({ ok: true, value: written })
})

test.each([
  ['day_past', { ...draft, effectiveOn: jstDate('2026-11-23') }, newest],
  ['day_before_newest', draft, { ...newest, effectiveOn: jstDate('2026-12-01') }],
  ['nothing_new', { ...draft, body: '本文' }, newest],
])('%s', (refusal, written, after) => {
  expect(checkDraft(written, after, today)).toEqual({ ok: false, refusal })
})

test('names that the settings do not know are told, wherever they stand', () => {
  const written = { ...draft, body: '{{operator.fax}} {{operator.name}}', changeNote: '{{day}}' }
  expect(checkDraft(written, newest, today)).toEqual({
    ok: false,
    refusal: 'unknown_placeholder',
    detail: { names: ['operator.fax', 'day'] },
  })
})
