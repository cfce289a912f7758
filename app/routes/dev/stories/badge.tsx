import { Snowflake } from 'lucide-react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import type { Story } from '../story.ts'

const tones = [
  ['pine', '受注確定'],
  ['kaki', '変更確認待ち'],
  ['tag', '出荷準備中'],
  ['ai', '受注確認待ち'],
  ['akane', 'キャンセル'],
  ['matcha', '納品済み・検収待ち'],
  ['line', '下書き'],
] as const satisfies [BadgeTone, string][]

export const story: Story = {
  name: 'Badge',
  title: '札',
  group: '見せる',
  facts: ['色だけでなく、言葉か絵で伝える'],
  states: [
    {
      title: '調子',
      view: () => (
        <p className="flex flex-wrap gap-2">
          {tones.map(([tone, word]) => (
            <Badge key={tone} tone={tone}>
              {word}
            </Badge>
          ))}
        </p>
      ),
    },
    {
      title: '絵と言葉',
      view: () => (
        <Badge tone="ai">
          <Snowflake aria-hidden="true" />
          冷凍
        </Badge>
      ),
    },
  ],
}
