import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { LinkMode } from '#modules/identity/mail-links.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'

/** An incomplete address: cut off by a mail program, most likely. */
export const BrokenLink = () => (
  <>
    <h1>
      <Head as="span" className="text-h2 text-pine">
        リンクが正しくありません
      </Head>
    </h1>
    <p>
      メールのリンクが途中で切れているようです。メールに戻り、ボタンをもう一度押してください。押せない場合は、リンク全体をコピーし、ブラウザーのアドレス欄に貼り付けてください。
    </p>
    <div className="grid grid-cols-1 gap-3">
      <ButtonLink to="/auth/signIn" size="lg">
        サインインの画面へ
      </ButtonLink>
      <ButtonLink to="/restaurant/Inquiry" kind="line" size="lg">
        問い合わせる
      </ButtonLink>
    </div>
  </>
)

/** Used, expired, or unknown: one message for all, and the way to a new link. */
export const SpentLink = ({ mode }: { mode: LinkMode }) => (
  <>
    <h1>
      <Head as="span" className="text-h2 text-pine">
        このリンクは使用できません
      </Head>
    </h1>
    <p role="alert">使用済みか、有効期限が切れています。手続きが完了している場合は、そのままサインインできます。</p>
    {again[mode]}
    <p className="border-t border-kraft-line pt-4 text-sub">
      <Link to="/auth/signIn" className="prose-link font-bold">
        サインインの画面へ
      </Link>
    </p>
  </>
)

/** 「再送する」: the response is the same for every caller. */
const again: Record<LinkMode, ReactNode> = {
  resetPassword: <SendAgain />,
  verifyEmail: (
    <ButtonLink to="/auth/signup/verify-email" size="lg">
      再送する
    </ButtonLink>
  ),
  verifyAndChangeEmail: (
    <ButtonLink to="/profile#email" size="lg">
      再送する
    </ButtonLink>
  ),
  recoverEmail: <Ask />,
  stopAccountChange: <Ask />,
}

function Ask() {
  return (
    <ButtonLink to="/restaurant/Inquiry" size="lg">
      問い合わせる
    </ButtonLink>
  )
}

function SendAgain() {
  const busy = useNavigation().state !== 'idle'
  return (
    <Form method="post" action="/auth/forgotPassword" className="grid grid-cols-1 gap-5">
      <EmailField label="メールアドレス" name="email" autoComplete="username" need="required" />
      <Button size="lg" busy={busy}>
        再送する
      </Button>
    </Form>
  )
}
