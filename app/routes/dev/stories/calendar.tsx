import { useState } from 'react'
import { Calendar, type DayRange, RangeCalendar } from '#ui/calendar.tsx'
import { calendar } from '#ui/constants.ts'
import type { Story } from '../story.ts'

const facts = {
  holidays: { '2026-11-03': '文化の日', '2026-11-23': '勤労感謝の日' },
  closed: {
    '2026-11-21': '農園休業',
    '2026-11-22': '農園休業',
    '2026-11-23': '農園休業',
    '2026-11-25': '締切後',
    '2026-11-29': '配送なし',
  },
}

function OneDay() {
  const [day, setDay] = useState<string | null>('2026-11-26')
  return (
    <>
      <Calendar {...facts} label="お届け希望日" min="2026-11-02" max="2026-12-20" value={day} onChange={setDay} />
      <p role="status">えらんだ日：{day}</p>
    </>
  )
}

function SomeDays() {
  const [days, setDays] = useState<DayRange | null>({ from: '2026-11-10', to: '2026-11-12' })
  return (
    <>
      <RangeCalendar {...facts} label="休みの期間" value={days} onChange={setDays} />
      <p role="status">{days && `${days.from}〜${days.to}`}</p>
    </>
  )
}

export const story: Story = {
  name: 'Calendar',
  title: '暦',
  group: '選ぶ',
  facts: [
    `幅 ${calendar.widthPx}px（指で使うときは画面いっぱい、1日 48px）`,
    '週は日曜から',
    '祝日の名前と、えらべない日のわけを、下に文字で',
  ],
  states: [
    { title: '1日', view: () => <OneDay /> },
    { title: '期間', view: () => <SomeDays /> },
  ],
}
