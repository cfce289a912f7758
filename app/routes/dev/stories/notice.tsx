import { Notice } from '#ui/notice.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'Notice',
  title: '一文の知らせ',
  group: '知らせる',
  facts: ['エラーだけが読み上げに割りこむ'],
  states: [
    { title: 'お知らせ', view: () => <Notice>オフラインです。閲覧のみ可能です。</Notice> },
    { title: 'できた', view: () => <Notice tone="matcha">数量を確定しました。</Notice> },
    { title: '注意', view: () => <Notice tone="tag">飲食店の承認待ちです。</Notice> },
    { title: 'エラー', view: () => <Notice tone="akane">入力内容に修正が必要な箇所があります。</Notice> },
  ],
}
