import { CodeField } from '#ui/fields/code-field.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { PhoneField } from '#ui/fields/phone-field.tsx'
import type { Story } from '../story.ts'

export const story: Story = {
  name: 'ContactFields',
  title: '電話・メール・パスワード・番号',
  group: '入力',
  facts: [
    '電話は見やすくハイフンを入れ、E.164で持つ',
    'パスワードは見て確かめる。はりつけてよい',
    '届いた番号は端末が入れてくれる',
  ],
  states: [
    {
      title: '電話',
      view: () => <PhoneField label="電話番号" name="phone" need="required" defaultValue="03-1234-5678" />,
    },
    { title: 'メール', view: () => <EmailField label="メールアドレス" name="email" need="required" /> },
    {
      title: 'パスワード',
      view: () => (
        <PasswordField
          label="パスワード"
          name="password"
          autoComplete="new-password"
          help="10文字以上"
          need="required"
        />
      ),
    },
    { title: '届いた番号', view: () => <CodeField label="6けたの番号" name="code" need="required" /> },
    {
      title: 'まちがい',
      view: () => (
        <PhoneField
          label="電話番号"
          name="bad-phone"
          defaultValue="03-1234-567"
          error="桁数が違います。市外局番から入力してください（例 03-1234-5678）"
        />
      ),
    },
  ],
}
