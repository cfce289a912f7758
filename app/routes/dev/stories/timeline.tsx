import { ClipboardCheck, Package, ShoppingBasket, Truck } from 'lucide-react'
import { Timeline, TimelineEntry } from '#ui/timeline.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Timeline',
  title: '履歴',
  group: '見せる',
  facts: ['新しいものが上'],
  states: [
    {
      title: '履歴',
      view: () => (
        <Timeline>
          <TimelineEntry Icon={ClipboardCheck} when="11/24 18:05・飲食店　磯部さん">
            <p className="font-bold">検収が終わりました</p>
          </TimelineEntry>
          <TimelineEntry Icon={Truck} when="11/23 16:40・農園">
            <p className="font-bold">出荷しました</p>
          </TimelineEntry>
          <TimelineEntry Icon={Package} when="11/23 09:12・農園">
            <p className="font-bold">箱づめをはじめました</p>
          </TimelineEntry>
          <TimelineEntry Icon={ShoppingBasket} when="11/22 23:48・飲食店　磯部さん">
            <p className="font-bold">注文しました</p>
          </TimelineEntry>
        </Timeline>
      ),
    },
  ],
}
