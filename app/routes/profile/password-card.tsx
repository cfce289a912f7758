import { formatDayWithYear } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { KeyCounts } from '#modules/identity/access-keys.ts'
import { NewPasswordField } from '#modules/identity/ui/new-password-field.tsx'
import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { ProfileCard } from './profile-card.tsx'
import { fieldId, ProfileForm } from './profile-form.tsx'
import { KeyBoxes } from './security/key-boxes.tsx'

type Props = {
  account: { email: string | null; passwordChangedAt: Date | null }
  fresh: boolean
  keys: KeyCounts | null
  problem: Problem | undefined
}

export const PasswordCard = ({ account, fresh, keys, problem }: Props) => (
  <ProfileCard id="password" title={<Head as="span">パスワード</Head>}>
    <p>
      {account.passwordChangedAt
        ? `${formatDayWithYear(jstDateOf(account.passwordChangedAt))}に設定しました。`
        : '未設定です。他の方法でサインインできない場合に備えて、設定できます。'}
    </p>
    <Disclosure
      summary={account.passwordChangedAt ? 'パスワードを変更する' : 'パスワードを設定する'}
      open={problem !== undefined || undefined}
    >
      <ProfileForm intent="password" problem={problem} button={account.passwordChangedAt ? '変更する' : '設定する'}>
        <input type="text" name="email" value={account.email ?? ''} autoComplete="username" readOnly hidden />
        <ProofField id={fieldId('password', 'currentPassword')} fresh={fresh} problem={problem} />
        <NewPasswordField
          id={fieldId('password', 'newPassword')}
          label="新しいパスワード"
          name="newPassword"
          more="変更すると、他の端末はサインアウトします。"
          error={problem?.fields.newPassword}
        />
        {keys && <KeyBoxes intent="password" counts={keys} problem={problem} />}
      </ProfileForm>
    </Disclosure>
  </ProfileCard>
)
