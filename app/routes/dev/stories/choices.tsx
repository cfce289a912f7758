import { Checkbox } from '#ui/fields/checkbox.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import type { Story } from '../story.ts'

const days = ['月', '火', '水', '木', '金', '土'].map((word) => ({ value: word, label: `${word}曜日` }))
const kinds = [
  { value: 'company', label: '法人', help: '会社や組合' },
  { value: 'sole', label: '個人事業主', help: '屋号があれば入力します' },
  { value: 'later', label: '学校給食', help: '来年4月から受け付けます', off: true },
]

export const story: Story = {
  name: 'Choices',
  title: 'チェック・ひとつ選ぶ・切りかえ',
  group: '選ぶ',
  facts: ['行ぜんぶが押せる', '選べないものは理由を言う', '状態は色だけでなく言葉でも出す'],
  states: [
    {
      title: 'チェック',
      view: () => <Checkbox label="規約に同意します" name="terms" mustBeTicked="規約を読んで、同意してください" />,
    },
    {
      title: 'いくつか',
      view: () => <CheckboxGroup legend="出荷曜日" name="days" choices={days} defaultValues={['月', '木']} />,
    },
    {
      title: 'ひとつ',
      view: () => <RadioGroup legend="種類" name="kind-plain" choices={kinds} defaultValue="company" need="required" />,
    },
    {
      title: 'ひとつ（カード）',
      view: () => <RadioGroup legend="登録のしかた" name="kind" look="cards" choices={kinds} defaultValue="sole" />,
    },
    {
      title: 'まちがい',
      view: () => (
        <RadioGroup legend="種類" name="kind-bad" choices={kinds} need="required" error="種類を選択してください" />
      ),
    },
    {
      title: '切りかえ',
      view: () => (
        <div className="grid gap-2">
          <Switch label="夜は通知を鳴らさない" name="quiet" help="22時から朝5時まで" defaultChecked />
          <Switch label="FAXでも受け取る" name="fax" />
        </div>
      ),
    },
  ],
}
