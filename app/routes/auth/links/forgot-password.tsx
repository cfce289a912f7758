import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { requestPasswordReset } from '#modules/identity/request-password-reset.server.ts'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { Button } from '#ui/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { deviceOf } from '#web/enter.server.ts'
import { formOf, invalid, type Problem, parseForm, refusedForNow } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { typed } from '#web/typed-fields.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/forgot-password.ts'

export const meta = () => ownMeta('パスワードを忘れた方')

const Forgot = z.object({ email: typed(readEmail, emailRefusalText) })

/** The same page, and the same work, whether or not the address has an account. */
export const action = page(async (ctx, args: Route.ActionArgs) => {
  const { request, context } = args
  const form = await formOf(request)
  const read = parseForm(Forgot, form)
  if (!read.ok) return invalid(read.problem)
  const { ip, encryption } = context.get(requestFacts)
  const { email } = read.value
  const result = await requestPasswordReset(ctx, { email, ip, encryption, device: deviceOf(args, 'people', email) })
  if (result.ok) return redirect('/auth/resetPassword')
  const sentence = '送信回数の上限に達しました。受信メールと迷惑メールフォルダを確認し、時間をおいてお試しください。'
  return refusedForNow(sentence, form, waitSecondsOf(result))
})

export default function ForgotPasswordPage({ actionData }: Route.ComponentProps) {
  const problem: Problem | undefined = actionData?.problem
  const busy = useNavigation().state !== 'idle'
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          パスワードを
          <wbr />
          忘れた方
        </Head>
      </h1>
      <p>登録したメールアドレスを入力してください。新しいパスワードを設定するリンクを送信します。</p>
      <WaitNotice problem={problem} />
      <Form method="post" action="/auth/forgotPassword" noValidate className="grid grid-cols-1 gap-5">
        <EmailField
          label="メールアドレス"
          name="email"
          autoComplete="username"
          need="required"
          defaultValue={problem?.typed.email}
          error={problem?.fields.email}
        />
        <Button size="lg" busy={busy}>
          メールを送信
        </Button>
      </Form>
      <p className="border-t border-kraft-line pt-4 text-sub">
        パスワードを思い出した方は、
        <Link to="/auth/signIn" className="prose-link font-bold">
          サインインの画面へ
        </Link>
      </p>
    </FieldPanel>
  )
}
