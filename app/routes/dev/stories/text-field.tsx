import { TextField } from '#ui/field.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'TextField',
  title: '文字',
  group: '入力',
  facts: ['名前や文章は、入力したまま変えない', '調べるのは欄を出たときと送るとき'],
  states: [
    { title: '普通', view: () => <TextField label="店名" name="shop" need="required" /> },
    {
      title: '説明と任意',
      view: () => <TextField label="部署" name="section" need="optional" help="請求書の宛名に入ります" />,
    },
    {
      title: 'まちがい',
      view: () => (
        <TextField label="店名" name="shop" need="required" defaultValue="" error="店の名前を入力してください" />
      ),
    },
    {
      title: '読むだけ',
      view: () => <TextField label="会員番号" name="no" defaultValue="A-0012" readOnly chars={8} />,
    },
  ],
}
