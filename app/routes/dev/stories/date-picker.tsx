import { lazy, Suspense, useState } from 'react'
import { TextField } from '#ui/field.tsx'
import type { Story } from '../story.ts'

const DatePicker = lazy(() => import('#ui/date-picker.tsx'))

function Picking() {
  const [day, setDay] = useState('2026-11-26')
  return (
    <div className="flex flex-wrap items-end gap-2 [--target-lg:2.75rem]">
      <TextField
        label="お届け希望日"
        type="date"
        name="day"
        value={day}
        onChange={({ currentTarget }) => setDay(currentTarget.value)}
      />
      <Suspense>
        <DatePicker
          label="お届け希望日"
          value={day}
          onChange={setDay}
          min="2026-11-24"
          holidays={{ '2026-11-23': '勤労感謝の日' }}
          closed={{ '2026-11-29': '配送なし' }}
        />
      </Suspense>
    </div>
  )
}

export const story: Story = {
  name: 'DatePicker',
  title: '暦で日をえらぶ',
  group: '選ぶ',
  facts: ['もとはブラウザーの日付の欄', '使う画面だけが、あとから読みこむ'],
  states: [{ title: '日付の欄の横に', view: () => <Picking /> }],
}
