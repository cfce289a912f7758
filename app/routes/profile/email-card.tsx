import { ProofField } from '#modules/identity/ui/proof-field.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import { ProfileCard } from './profile-card.tsx'
import { fieldId, ProfileForm } from './profile-form.tsx'

type Props = {
  account: { email: string | null; emailVerifiedAt: Date | null }
  fresh: boolean
  problem: Problem | undefined
}

export const EmailCard = ({ account, fresh, problem }: Props) => (
  <ProfileCard id="email" title={<Head as="span">メールアドレス</Head>}>
    {account.email ? (
      <p className="text-h4 font-bold wrap-anywhere">{account.email}</p>
    ) : (
      <p>未登録です。重要なお知らせを受け取れるよう、登録をおすすめします。</p>
    )}
    {account.emailVerifiedAt || !account.email ? (
      <Disclosure
        summary={account.email ? 'メールアドレスを変更する' : 'メールアドレスを登録する'}
        open={problem !== undefined || undefined}
      >
        <ProfileForm intent="email" problem={problem} button="確認メールを送信">
          <EmailField
            id={fieldId('email', 'email')}
            label="新しいメールアドレス"
            name="email"
            need="required"
            help="このアドレスに確認メールを送信します。メールのボタンを押すまで、変更されません。"
            defaultValue={problem?.typed.email}
            error={problem?.fields.email}
          />
          <ProofField id={fieldId('email', 'currentPassword')} fresh={fresh} problem={problem} />
        </ProfileForm>
      </Disclosure>
    ) : (
      <p>
        このアドレスは未確認です。
        <Link to="/auth/signup/verify-email" className="prose-link font-bold">
          確認の画面へ
        </Link>
      </p>
    )}
  </ProfileCard>
)
