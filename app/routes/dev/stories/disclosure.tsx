import { Disclosure } from '#ui/disclosure.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Disclosure',
  title: '開いて読む',
  group: '開く',
  facts: ['スクリプトなしでも開く'],
  states: [
    {
      title: '閉じている',
      view: () => <Disclosure summary="届いた品が傷んでいたら">受け取りの画面からご連絡ください。</Disclosure>,
    },
    {
      title: '開いている',
      view: () => (
        <Disclosure summary="締切のあとに変えたいとき" open>
          農園にチャットでたずねてください。
        </Disclosure>
      ),
    },
  ],
}
