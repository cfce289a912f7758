import { PhoneFrame } from '#ui/phone-frame.tsx'
import type { Story } from '../story.ts'

const words = <p className="p-4 text-h3 font-bold">あすは休市日です</p>

export const story: Story = {
  name: 'PhoneFrame',
  title: '電話の枠',
  group: '枠',
  facts: ['見るだけで、押すものは入れない', '生産者の画面は文字が一段大きい'],
  states: [
    { title: '飲食店', view: () => <PhoneFrame caption="飲食店のスマートフォンでの表示">{words}</PhoneFrame> },
    {
      title: '生産者',
      view: () => (
        <PhoneFrame caption="生産者のスマートフォンでの表示" large>
          {words}
        </PhoneFrame>
      ),
    },
  ],
}
