import { formatDayWithYear } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { lengthProblem, passwordLength } from '#modules/identity/password-length.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '../form.ts'
import { ProfileCard } from './profile-card.tsx'
import { fieldId, ProfileForm } from './profile-form.tsx'
import { ProofField } from './proof-field.tsx'

type Props = {
  account: { email: string | null; passwordChangedAt: Date | null }
  fresh: boolean
  problem: Problem | undefined
}

export const PasswordCard = ({ account, fresh, problem }: Props) => (
  <ProfileCard id="password" title={<Head as="span">パスワード</Head>}>
    <p>
      {account.passwordChangedAt
        ? `${formatDayWithYear(jstDateOf(account.passwordChangedAt))}に決めました。`
        : 'まだありません。ほかの方法で入れないときのために、決めておけます。'}
    </p>
    <Disclosure
      summary={account.passwordChangedAt ? 'パスワードを変える' : 'パスワードを決める'}
      open={problem !== undefined || undefined}
    >
      <ProfileForm intent="password" problem={problem} button={account.passwordChangedAt ? '変える' : '決める'}>
        <input type="text" name="email" value={account.email ?? ''} autoComplete="username" readOnly hidden />
        <ProofField id={fieldId('password', 'currentPassword')} fresh={fresh} problem={problem} />
        <PasswordField
          id={fieldId('password', 'newPassword')}
          label="新しいパスワード"
          name="newPassword"
          autoComplete="new-password"
          need="required"
          help={`${passwordLength.least}文字以上。ほかで使っていない、長めの言葉がおすすめです。変えると、ほかの端末はサインアウトします。`}
          complaint={(typed) => lengthProblem(typed) ?? undefined}
          error={problem?.fields.newPassword}
        />
      </ProfileForm>
    </Disclosure>
  </ProfileCard>
)
