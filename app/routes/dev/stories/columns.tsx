import { formatShortYen, formatYen } from '#kernel/format.ts'
import { Columns } from '#ui/columns.tsx'
import { monthPoint } from '#ui/month-point.ts'
import type { Story } from '../story.ts'

const amounts = [210_575, 331_198, 342_181, 395_109, 0, 395_278, null, 433_301]

export const story: Story = {
  name: 'Columns',
  title: '縦の棒',
  group: '見せる',
  facts: ['図には同じ数字の表がつく', '目盛りはゼロから始まる', '最新の月の金額を上に表示する'],
  states: [
    {
      title: '月ごとの金額',
      view: () => (
        <Columns
          title="月別の商品代（税抜）"
          axis="月"
          format={formatYen}
          formatTick={formatShortYen}
          points={amounts.map((yen, at) => monthPoint(`2026-${String(at + 1).padStart(2, '0')}`, at, yen))}
        />
      ),
    },
  ],
}
