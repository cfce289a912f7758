import { jstDate } from '#kernel/jst.ts'
import { DateField } from '#ui/fields/date-field.tsx'
import { DayMonthYear } from '#ui/fields/day-month-year.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'DateField',
  title: '日付',
  group: '入力',
  facts: ['端末の日付欄が土台', 'マウスがあるときだけカレンダーが加わる', '日は月とうるう年に合わせて変わる'],
  states: [
    {
      title: '日付',
      view: () => (
        <DateField
          label="休みはじめ"
          name="from"
          need="required"
          min={jstDate('2026-11-01')}
          max={jstDate('2026-12-31')}
          defaultValue="2026-11-25"
          holidays={{ '2026-11-03': '文化の日', '2026-11-23': '勤労感謝の日' }}
        />
      ),
    },
    {
      title: '年・月・日',
      view: () => (
        <DayMonthYear
          legend="生年月日"
          name="birth"
          years={{ from: 1930, to: 2008 }}
          defaultValue={{ year: '2000', month: '2', day: '29' }}
          need="required"
          birthday
        />
      ),
    },
    {
      title: 'まちがい',
      view: () => (
        <DayMonthYear
          legend="開業の日"
          name="opened"
          years={{ from: 1950, to: 2026 }}
          error="存在しない日付です。年・月・日を確認してください"
        />
      ),
    },
  ],
}
