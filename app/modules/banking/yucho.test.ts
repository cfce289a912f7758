import { expect, test } from 'vitest'
import { fromYucho } from './yucho.ts'

test.each([
  ['10170', '12345671', { branchCode: '018', type: '1', number: '1234567' }],
  ['１０１７０', '１２３４５６７１', { branchCode: '018', type: '1', number: '1234567' }],
  ['10170', '123451', { branchCode: '018', type: '1', number: '0012345' }],
  ['00170', '12345', { branchCode: '019', type: '2', number: '0012345' }],
  ['10170-2', '12345671', { branchCode: '018', type: '1', number: '1234567' }],
  ['１０１７０ － ８', '12345671', { branchCode: '018', type: '1', number: '1234567' }],
  ['1017-0', '12345671', { branchCode: '018', type: '1', number: '1234567' }],
])('記号 %s 番号 %s', (symbol, number, account) => {
  expect(fromYucho(symbol, number)).toEqual({ ok: true, value: account })
})

test.each([
  ['1017', '12345671', 'bad_symbol'],
  ['20170', '12345671', 'bad_symbol'],
  ['10171', '12345671', 'bad_symbol'],
  ['101702', '12345671', 'bad_symbol'],
  ['10170', '12345672', 'bad_number'],
  ['10170', '123456711', 'bad_number'],
  ['10170', '', 'bad_number'],
  ['00170', '12345678', 'bad_number'],
])('記号 %s 番号 %s is refused as %s', (symbol, number, refusal) => {
  expect(fromYucho(symbol, number)).toMatchObject({ ok: false, refusal })
})
