import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { operatorOf } from '#infra/operator.server.ts'
import { readSettings } from '#infra/settings.server.ts'
import { closingDays, shortageInstructions } from '#kernel/enums.ts'
import { daysBetween, jstDate, jstDateOf } from '#kernel/jst.ts'
import { latestFarmPayDay, statementDayWord } from '#kernel/payment-terms.ts'
import { readPageFile } from '#modules/content/page-file.server.ts'
import { fillPlaceholders } from '#modules/content/placeholders.ts'
import { onShortageWord } from './order-labels.ts'
import { periodSettlesAt } from './order-process.ts'
import { orderProcess } from './process/transitions.ts'

/** What the pages of content/ promise about orders, beside what the program does. */
const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const pages = ['law', 'user-policy', 'guide', 'farmers-guide'] as const
const textOf = (page: (typeof pages)[number]) => {
  const { body } = readPageFile(`${page}.md`, readFileSync(`content/${page}.md`, 'utf8'))
  return fillPlaceholders(body, operator)
}
/** The chapter of a heading with this name, up to the next heading. */
const chapterOf = (text: string, name: string) => text.split(`{#${name}}`)[1]?.split(/\n#+ /)[0] ?? ''

test.each(['law', 'user-policy', 'farmers-guide'] as const)('%s names every instruction for a shortage', (page) => {
  for (const instruction of shortageInstructions) expect(textOf(page)).toContain(onShortageWord[instruction])
})

test('the guide explains each of them, and no other', () => {
  expect(chapterOf(textOf('guide'), 'shortage').match(/^- \*\*/gm)).toHaveLength(shortageInstructions.length)
})

test.each(pages)('%s: after 締切 the restaurant may ask to cancel, until packing begins', (page) => {
  expect(orderProcess.cancel).toMatchObject({ who: ['buyer'], window: 'W1', until: 'cutoffAt' })
  expect(orderProcess.askCancel).toMatchObject({ who: ['buyer'], after: 'cutoffAt', until: 'packAt' })
  expect(orderProcess.agreeCancel).toMatchObject({ who: ['farm'], effects: expect.arrayContaining(['fee']) })
  expect(textOf(page)).toMatch(/締切の後、箱詰めの開始まで[^\n]*キャンセル[^\n]*依頼/)
  expect(textOf(page)).toMatch(/箱詰めの開始までに回答[がし]な/)
  expect(textOf(page)).not.toMatch(/締切をすぎると、取り消せません|画面からはできません/)
})

test('before 締切 the restaurant changes its order itself', () => {
  expect(orderProcess.change).toMatchObject({ until: 'cutoffAt' })
  expect(chapterOf(textOf('user-policy'), 'cancel')).toContain('数量は、締切まで、注文の画面から変更できます')
  expect(textOf('user-policy')).not.toContain('注文し直してください')
})

test.each(['law', 'user-policy', 'guide'] as const)(
  '%s: each restaurant has its closing day, one of those offered',
  (page) => {
    for (const day of closingDays) expect(textOf(page)).toContain(day === 31 ? '月末' : `${day}日`)
    expect(textOf(page)).toMatch(/飲食店ごとに登録した締め日/)
  },
)

const operatorWith = (settings: Record<string, string>) =>
  operatorOf(readSettings({ APP_ENV: 'development', ...settings }))

test.each(['law', 'user-policy', 'guide'] as const)('%s says when restaurants pay, as it is set', (page) => {
  const { body } = readPageFile(`${page}.md`, readFileSync(`content/${page}.md`, 'utf8'))
  const set = operatorWith({ BUYER_PAY_MONTHS: '2', BUYER_PAY_DAY: '10' })
  expect(fillPlaceholders(body, set)).toContain('翌々月10日までに支払い')
  expect(textOf(page)).toContain('翌月の同じ日（月末締めは翌月末日）までに支払い')
})

test.each(['user-policy', 'farmers-guide'] as const)('%s says when farms are paid, as it is set', (page) => {
  const { body } = readPageFile(`${page}.md`, readFileSync(`content/${page}.md`, 'utf8'))
  expect(fillPlaceholders(body, operatorWith({ FARM_PAY_DAY: `${latestFarmPayDay}` }))).toContain(
    '翌月30日までに銀行振込',
  )
  expect(textOf(page)).toContain('毎月末日締め、翌月15日までに銀行振込')
})

test.each(['law', 'guide'] as const)('%s says from when on there is an invoice', (page) => {
  const closesOn = jstDate('2026-11-20')
  const days = daysBetween(closesOn, jstDateOf(periodSettlesAt(closesOn)))
  expect(textOf(page)).toContain(`請求書は、締め日の${days}日後以降に`)
})

test('the guide for farmers says on which day there is a statement', () => {
  expect(textOf('farmers-guide')).toContain(`${statementDayWord}に、前月分の支払通知書を`)
})
