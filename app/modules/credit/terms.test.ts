import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { creditSentence } from './refusal-text.ts'
import { reminderDays } from './reminder-days.ts'

const read = (page: string) => readFileSync(`content/${page}.md`, 'utf8')

test.each(['law', 'user-policy', 'guide'])(
  '%s says that there is a limit, and that what is overdue stops ordering',
  (page) => {
    expect(creditSentence.over_credit_limit({})).toContain('掛け払いの限度額')
    expect(creditSentence.credit_overdue({})).toContain('期日を過ぎた')
    expect(read(page)).toMatch(/飲食店ごとに限度額が|掛け払いには\*\*限度額/)
    expect(read(page)).toMatch(/受け付け(ません|できません)/)
  },
)

test('the guide names the days on which an invoice is reminded of', () => {
  const words = reminderDays.map((days) => (days < 0 ? `${-days}日前` : days === 0 ? '当日' : `${days}日後`))
  expect(read('guide')).toContain(`支払期日の${words.join('、')}に`)
})
