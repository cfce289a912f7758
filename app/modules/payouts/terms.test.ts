import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commissionRule } from '#modules/organisations/commission/commission-labels.ts'
import { answerDays } from './statement.ts'

const terms = readFileSync('content/user-policy.md', 'utf8')
const guide = readFileSync('content/farmers-guide.md', 'utf8')
const chapter = /\{#commission\}(.+?)\n## /s.exec(terms)?.[1] ?? ''

test('the terms and the screens say the same of the commission: of goods without tax, and none of freight', () => {
  expect(chapter).toContain('税抜きの代金に')
  expect(chapter).toContain('送料には、手数料はかかりません')
  expect(chapter).toContain('農園が同意するまで、それまでの率を適用します')
  expect(commissionRule).toContain('商品の税抜の代金に率をかけた額（1円未満切り捨て）')
  expect(commissionRule).toContain('送料に手数料はかからず')
})

test('the terms and the guide name the days in which a statement is answered, and who pays for the transfer', () => {
  for (const text of [chapter, guide]) {
    expect(text).toContain(`${answerDays}日以内`)
    expect(text).toMatch(/振込手数料は運営者が負担します/)
  }
})
