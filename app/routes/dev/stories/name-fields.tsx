import { KanaField } from '#ui/fields/kana-field.tsx'
import { NameFields } from '#ui/fields/name-fields.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'NameFields',
  title: '名前とフリガナ',
  group: '入力',
  facts: ['変換前の読みがフリガナに入る', '手で直したフリガナは変えない', 'ひらがなと半角カナはカタカナになる'],
  states: [
    { title: '名前', wide: true, view: () => <NameFields /> },
    {
      title: 'まちがい',
      wide: true,
      view: () => (
        <NameFields
          values={{ lastName: '佐藤', firstName: '正男', lastNameKana: '佐藤' }}
          errors={{ lastNameKana: 'カタカナ以外の文字があります。カタカナで入力してください（例 サトウ）' }}
        />
      ),
    },
    { title: 'カナだけ', view: () => <KanaField label="口座名義（カナ）" name="holder" need="required" /> },
  ],
}
