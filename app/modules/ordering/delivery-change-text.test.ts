import { expect, test } from 'vitest'
import { deliveryChangeText } from './delivery-change-text.ts'

test('what changed of a delivery, in words, whatever an older version may have written', () => {
  const change = { deliveryOn: ['2026-11-26', '2026-11-27'], slot: ['am', 'none'], note: ['', '裏口へ'] }
  expect(deliveryChangeText(change)).toEqual([
    'お届け日 11月26日(木) → 11月27日(金)',
    '時間帯 午前 → 時間指定なし',
    '備考 なし → 「裏口へ」',
  ])
  for (const odd of [undefined, null, 'x', 3, {}, { slot: 'am' }, { slot: ['am', 3] }, { slot: ['am', 'night'] }])
    expect(deliveryChangeText(odd)).toEqual([])
})
