import { expect, test } from 'vitest'
import { detailsOf, passage } from './audit-labels.ts'

test.each([
  [{ kind: 'organisation_approved', fromState: 'submitted', toState: 'approved' }, '承認待ち → 承認済み'],
  [{ kind: 'organisation_submitted', fromState: 'draft', toState: 'submitted' }, '入力中 → 承認待ち'],
  [{ kind: 'inquiry_moved', fromState: 'open', toState: 'working' }, '未対応 → 対応中'],
  [{ kind: 'order_placed', fromState: null, toState: 'placed' }, '受注確認待ち'],
  [{ kind: 'password_changed', fromState: null, toState: null }, ''],
  [{ kind: 'organisation_lost', fromState: null, toState: 'no_such_state' }, 'no_such_state'],
])('%j reads %s', (row, words) => {
  expect(passage(row)).toBe(words)
})

test.each([
  [
    'only what differs',
    { before: { name: 'あ', phone: '1' }, after: { name: 'い', phone: '1' } },
    [{ what: 'name', before: 'あ', after: 'い' }],
  ],
  ['what was taken away', { before: { memo: 'あ' }, after: {} }, [{ what: 'memo', before: 'あ', after: '（なし）' }]],
  ['what is new', { after: { byMail: true } }, [{ what: 'byMail', before: null, after: 'はい' }]],
  [
    'everything else',
    { count: 3, ids: ['a'] },
    [
      { what: 'count', before: null, after: '3' },
      { what: 'ids', before: null, after: '["a"]' },
    ],
  ],
  ['nothing', {}, []],
])('of the data: %s', (_, data, details) => {
  expect(detailsOf(data)).toEqual(details)
})
