import { Card } from '#ui/card.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Card',
  title: 'カード',
  group: '見せる',
  facts: ['上は四角く、下は丸く、段ボールのように'],
  states: [
    {
      title: 'カード',
      view: () => (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
          <Card className="p-4">ふつうのカード</Card>
          <Card category="root">
            <p className="p-4">根菜の二本線</p>
          </Card>
        </div>
      ),
    },
  ],
}
