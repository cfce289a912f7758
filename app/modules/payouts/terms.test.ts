import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { addDays, daysBetween, jstDate } from '#kernel/jst.ts'
import { earliestFarmPayDay, latestFarmPayDay } from '#kernel/payment-terms.ts'
import { commissionRule } from '#modules/organisations/commission/commission-labels.ts'
import { accountWaitsMs } from './bank-account-labels.ts'
import { answerDays, payOn } from './statement.ts'

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

test('the terms and the guide promise the pay day of the settings, whether or not the restaurant has paid', () => {
  for (const text of [chapter, guide]) {
    expect(text).toContain('{{terms.farmPayout}}')
    expect(text).toContain('前営業日')
    expect(text).toMatch(/飲食店の支払いが遅れた場合も、この期日に/)
    expect(text).not.toContain('受け取った後')
    expect(text).toContain('最低支払額')
  }
  expect(guide).toContain(`確認した${accountWaitsMs / 86_400_000}日後から使用します`)
})

test('whatever is set, a farm is paid after its statement and, a month counted as thirty days, within sixty of a delivery', () => {
  const months = Array.from({ length: 36 }, (_, at) =>
    jstDate(new Date(Date.UTC(2026, at, 1)).toISOString().slice(0, 10)),
  )
  for (let payDay = earliestFarmPayDay; payDay <= latestFarmPayDay; payDay++)
    for (const [at, first] of months.slice(0, -2).entries()) {
      const next = months[at + 1] ?? first
      const on = payOn(addDays(next, -1), { payDay })
      expect(daysBetween(addDays(next, 3), on)).toBeGreaterThan(0)
      expect(daysBetween(first, on) - (daysBetween(first, next) - 30)).toBeLessThanOrEqual(60)
    }
  for (const wrong of [earliestFarmPayDay - 1, latestFarmPayDay + 1])
    expect(() => operatorOf(readSettings({ APP_ENV: 'development', FARM_PAY_DAY: `${wrong}` }))).toThrow(/FARM_PAY_DAY/)
})
