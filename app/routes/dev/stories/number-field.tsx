import { grams } from '#kernel/grams.ts'
import { NumberField } from '#ui/fields/number-field.tsx'
import { WeightField } from '#ui/fields/weight-field.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'NumberField',
  title: '数・円・重さ',
  group: '入力',
  facts: [
    '全角も ¥ も , もそのまま読む',
    '欄を出ると , が入る',
    '↑↓で増減、ホイールでは変わらない',
    '変換中のキーには反応しない',
  ],
  states: [
    { title: '数', view: () => <NumberField label="数" name="count" suffix="箱" min={1} max={9999} need="required" /> },
    {
      title: '小数',
      view: () => <NumberField label="糖度" name="brix" suffix="度" decimals={1} step={0.1} max={40} />,
    },
    { title: '円', view: () => <YenField label="単価" name="price" defaultValue="1,200" help="税抜き" /> },
    {
      title: '重さ',
      view: () => (
        <div className="flex flex-wrap gap-6">
          <WeightField label="正味" name="net" unit="kg" defaultValue="2.685" />
          <WeightField label="1玉" name="piece" unit="g" min={grams(50)} defaultValue="350" />
        </div>
      ),
    },
    {
      title: 'まちがい',
      view: () => (
        <NumberField label="数" name="bad" suffix="箱" defaultValue="十二" error="数字で入力してください（例 12）" />
      ),
    },
  ],
}
