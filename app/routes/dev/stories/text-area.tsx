import { TextArea } from '#ui/field.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'TextArea',
  title: '文章',
  group: '入力',
  facts: ['書くほど高くなる', '𠮷も1文字と数える', '多くても切らずに、何文字多いかを言う'],
  states: [
    { title: '普通', view: () => <TextArea label="伝言" name="note" need="optional" /> },
    {
      title: '文字数つき',
      view: () => <TextArea label="紹介" name="intro" limit={20} defaultValue="𠮷田農園の大根です" />,
    },
    {
      title: '多すぎる',
      view: () => (
        <TextArea
          label="紹介"
          name="intro"
          limit={10}
          defaultValue="山のふもとで作っている大根です"
          error="5文字超過しています。10文字以内で入力してください"
        />
      ),
    },
  ],
}
