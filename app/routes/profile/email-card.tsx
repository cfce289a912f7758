import { Disclosure } from '#ui/disclosure.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '../form.ts'
import { ProfileCard } from './profile-card.tsx'
import { fieldId, ProfileForm } from './profile-form.tsx'
import { ProofField } from './proof-field.tsx'

type Props = {
  account: { email: string; emailVerifiedAt: Date | null }
  fresh: boolean
  problem: Problem | undefined
}

export const EmailCard = ({ account, fresh, problem }: Props) => (
  <ProfileCard id="email" title={<Head as="span">メールアドレス</Head>}>
    <p className="text-h4 font-bold wrap-anywhere">{account.email}</p>
    {account.emailVerifiedAt ? (
      <Disclosure summary="メールアドレスを変える" open={problem !== undefined || undefined}>
        <ProfileForm intent="email" problem={problem} button="確認のメールを送る">
          <EmailField
            id={fieldId('email', 'email')}
            label="新しいメールアドレス"
            name="email"
            need="required"
            help="このアドレスに確認のメールを送ります。メールのボタンを押すまでは、いまのアドレスのままです。"
            defaultValue={problem?.typed.email}
            error={problem?.fields.email}
          />
          <ProofField id={fieldId('email', 'currentPassword')} fresh={fresh} problem={problem} />
        </ProfileForm>
      </Disclosure>
    ) : (
      <p>
        このアドレスの確認がまだです。
        <Link to="/auth/signup/verify-email" className="prose-link font-bold">
          確認の画面へ
        </Link>
      </p>
    )}
  </ProfileCard>
)
