import { formatYen } from '#kernel/format.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import type { Story } from '../story.ts'

const prices = [2400, 2400, 2520, null, 2680, 2600, 2760].map((value, index) => ({
  label: `11/${index + 1}`,
  value,
}))

export const story: Story = {
  name: 'Sparkline',
  title: '小さな折れ線',
  group: '見せる',
  facts: ['図には同じ数字の表がつく', '測らなかった日は線が切れる'],
  states: [
    {
      title: '小さな折れ線',
      view: () => <Sparkline title="大玉トマトの値段、7日間" points={prices} format={formatYen} />,
    },
  ],
}
