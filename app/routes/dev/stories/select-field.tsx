import { prefectures } from '#kernel/place.ts'
import { SelectField } from '#ui/field.tsx'
import { ComboBoxField } from '#ui/fields/combo-box-field.tsx'
import type { Story } from '../story.ts'

const options = prefectures.map(({ code, name, kana }) => ({ value: code, label: name, help: kana }))

export const story: Story = {
  name: 'SelectField',
  title: 'えらぶ欄',
  group: '選ぶ',
  facts: ['土台は端末の選択欄', 'マウスがあれば入力してさがせる', '変換を決めるEnterでは選ばない'],
  states: [
    {
      title: '最小の数量',
      view: () => (
        <SelectField label="時間帯" name="slot" need="required">
          <option value="">選択</option>
          <option value="am">午前</option>
          <option value="14-16">14〜16時</option>
        </SelectField>
      ),
    },
    {
      title: '最大の数量',
      view: () => <ComboBoxField label="産地" name="pref" options={options} help="「にいがた」でも見つかります" />,
    },
    {
      title: 'まちがい',
      view: () => (
        <SelectField label="時間帯" name="bad-slot" need="required" error="時間帯を選択してください">
          <option value="">選択</option>
          <option value="am">午前</option>
        </SelectField>
      ),
    },
  ],
}
