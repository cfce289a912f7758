import { MailCheck } from 'lucide-react'
import { redirect } from 'react-router'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { ownMeta } from '#web/page-meta.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/reset-password.ts'

export const meta = () => ownMeta('メールをご確認ください')

/** A link with its code in the address is redirected to the page for all links. */
export function loader({ request }: Route.LoaderArgs) {
  const code = new URL(request.url).searchParams.get('oobCode')
  if (code !== null) throw redirect(`/auth/MngAccount?mode=resetPassword&oobCode=${encodeURIComponent(code)}`)
  return null
}

/** The same message for every address: that a mail is on its way, if there is an account. */
export default function MailSentPage() {
  return (
    <FieldPanel>
      <MailCheck aria-hidden="true" size={40} className="text-pine" />
      <h1>
        <Head as="span" className="text-h2 text-pine">
          メールを
          <wbr />
          ご確認ください
        </Head>
      </h1>
      <p>
        登録されているアドレスの場合、数分以内に「パスワードの再設定」というメールが届きます。メールのボタンから、1時間以内に新しいパスワードを設定してください。
      </p>
      <ul className="grid list-disc gap-1 ps-5">
        <li>届かない場合は、迷惑メールフォルダもご確認ください。</li>
        <li>
          1時間以内に届いたメールがある場合は、そのボタンも使用できます。続けて送信しても、新しいメールは届かないことがあります。
        </li>
        <li>アドレスが間違っている場合、メールは届きません。</li>
      </ul>
      <ButtonLink to="/auth/forgotPassword" kind="line" size="lg">
        再送する
      </ButtonLink>
      <p className="border-t border-kraft-line pt-4 text-sub">
        <Link to="/auth/signIn" className="prose-link font-bold">
          サインインの画面へ
        </Link>
      </p>
    </FieldPanel>
  )
}
