import { Notice } from '#ui/notice.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Notice',
  title: '一文の知らせ',
  group: '知らせる',
  facts: ['エラーだけが読み上げに割りこむ'],
  states: [
    { title: 'お知らせ', view: () => <Notice>圏外です。見るだけはできます。</Notice> },
    { title: 'できた', view: () => <Notice tone="matcha">数量を確定しました。</Notice> },
    { title: '注意', view: () => <Notice tone="tag">お店の承認を待っています。</Notice> },
    { title: 'エラー', view: () => <Notice tone="akane">入力に直すところがあります。</Notice> },
  ],
}
