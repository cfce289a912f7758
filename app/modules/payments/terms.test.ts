import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { yen } from '#kernel/yen.ts'
import { paymentMethodWord } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { holdYen } from './card-holds/hold-yen.ts'

test.each(['law', 'user-policy'])('%s says how much of a card is held', (page) => {
  expect(readFileSync(`content/${page}.md`, 'utf8')).toContain(`見込み金額の${holdYen(yen(100_000)) / 1_000}%の利用枠`)
})

test.each(['law', 'user-policy', 'guide'])('%s names the other ways to pay', (page) => {
  const text = readFileSync(`content/${page}.md`, 'utf8')
  for (const word of [paymentMethodWord.direct_debit, 'カード払い']) expect(text).toContain(word)
})
