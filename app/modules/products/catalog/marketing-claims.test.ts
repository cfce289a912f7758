import { expect, test } from 'vitest'
import { doubtfulWords, refusedClaim } from './marketing-claims.ts'

test.each([
  ['桃太郎トマト', 'conventional', null],
  ['無農薬トマト', 'conventional', 'forbidden_claim'],
  // not even with the JAS mark: the guideline has no exception
  ['無農薬トマト', 'jas_organic', 'forbidden_claim'],
  ['減農薬の小松菜', 'specially_cultivated', 'forbidden_claim'],
  ['有機トマト', 'conventional', 'organic_without_jas'],
  ['有機トマト', 'natural', 'organic_without_jas'],
  ['オーガニック野菜', 'specially_cultivated', 'organic_without_jas'],
  ['ｵｰｶﾞﾆｯｸ野菜', 'conventional', 'organic_without_jas'],
  ['ORGANIC basil', 'conventional', 'organic_without_jas'],
  ['有機トマト', 'jas_organic', null],
  ['有機肥料で育てました', 'conventional', null],
  ['有機質の多い土', 'conventional', null],
  ['栽培中、農薬は未使用', 'natural', null],
] as const)('%s, grown %s: %s', (text, method, refusal) => {
  expect(refusedClaim(text, method)?.refusal ?? null).toBe(refusal)
})

test('what boasts is shown to staff, each word once', () => {
  expect(doubtfulWords('日本一の味。日本一です。最高級')).toEqual(['日本一', '最高級'])
  expect(doubtfulWords('甘いトマトです')).toEqual([])
})
