import { formatNumber } from '#kernel/format.ts'
import { Bars } from '#ui/bars.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Bars',
  title: '横の棒',
  group: '見せる',
  facts: ['図には同じ数字の表がつく', 'ゼロから始まる'],
  states: [
    {
      title: '横の棒',
      view: () => (
        <Bars
          title="今月よく買ったもの"
          axis="品"
          format={(boxes) => `${formatNumber(boxes)}箱`}
          points={[
            { label: '大玉トマト', value: 42 },
            { label: '小松菜', value: 31 },
            { label: 'しいたけ', value: 12 },
            { label: 'ゆず', value: 0 },
          ]}
        />
      ),
    },
  ],
}
