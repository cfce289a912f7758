import { useRef } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { z } from 'zod'
import { PasswordIn } from '#kernel/schema.ts'
import { ProviderForms } from '#modules/identity/firebase/ui/provider-forms.tsx'
import { offeredWays } from '#modules/identity/login-methods/login-methods.ts'
import { passwordProblem } from '#modules/identity/password-policy.ts'
import { NewPasswordField } from '#modules/identity/ui/new-password-field.tsx'
import { OtherWays } from '#modules/identity/ui/other-ways.tsx'
import { AccountEmailIn, saveDraft } from '#modules/organisations/sign-up/draft.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { formOf, shownAgain } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/signup.ts'
import { inDraft } from './at-step.server.ts'
import { newSaver, saveRefused, saverIn } from './saver.server.ts'
import { ChangedElsewhere, SaverFields } from './saver-fields.tsx'
import { answer } from './step-answer.ts'
import { StepFrame } from './step-frame.tsx'
import { keepPassword } from './stored-password.ts'

export const meta = () =>
  ownMeta(
    '登録：メールアドレスとパスワード',
    '飲食店または生産者としての登録に使うメールアドレスとパスワードを入力します。',
  )

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const { draft } = await inDraft(ctx, request, 'signup')
  const provider = ctx.firebase?.client ?? null
  const ways = offeredWays(context.get(requestFacts).loginMethods)
  return { provider, ways, email: draft.email, saver: newSaver(draft.version) }
})

const Credentials = z
  .object({ email: AccountEmailIn, password: PasswordIn })
  .superRefine(({ email, password }, issue) => {
    const problem = passwordProblem(password, email)
    if (problem) issue.addIssue({ code: 'custom', path: ['password'], message: problem })
  })

/** Only the format is checked here: whether the address has an account is revealed to its owner only. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  const { token } = await inDraft(ctx, request, 'signup')
  const form = await formOf(request)
  const read = readForm(Credentials, form)
  if (!read.ok) return answer({ problem: read.problem }, 422)
  const saved = await saveDraft(ctx, { ...saverIn(form), email: read.value.email }, token)
  if (!saved.ok) return saveRefused(saved.refusal, shownAgain(form))
  return redirect(placeAddress.additionalReg)
})

const idOf = (name: string) => `signup-${name}`

export default function SignUpPage({ loaderData: { provider, ways, email, saver }, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const check = useFormCheck(problem, idOf)
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <StepFrame step="signup" narrow title={<Head as="span">メールアドレスとパスワード</Head>}>
      <p>サインインに使用します。確認メールを送信しますので、現在受信できるアドレスを入力してください。</p>
      <Form
        ref={form}
        method="post"
        noValidate
        className="grid grid-cols-1 gap-5"
        onSubmit={(event) => {
          check.onSubmit(event)
          if (event.defaultPrevented || !form.current) return
          const typed = new FormData(form.current)
          keepPassword(String(typed.get('email')), String(typed.get('password')))
        }}
      >
        <SaverFields saver={saver} typed={problem?.typed} />
        {problem && actionData?.conflict && <ChangedElsewhere sentence={problem.summary} to={placeAddress.signup} />}
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <EmailField
          id={idOf('email')}
          name="email"
          label="メールアドレス"
          need="required"
          autoComplete="username"
          maxLength={254}
          defaultValue={problem?.typed.email ?? email ?? ''}
          error={problem?.fields.email}
        />
        <NewPasswordField id={idOf('password')} name="password" label="パスワード" error={problem?.fields.password} />
        <Button size="lg" busy={busy}>
          次へ進む
        </Button>
        <ButtonLink kind="text" to={placeAddress['user-type']} className="justify-self-start">
          種類を選び直す
        </ButtonLink>
      </Form>
      {provider && <ProviderForms for="signUp" config={provider} returnTo={placeAddress.additionalReg} />}
      {(ways.phone || ways.social.length > 0) && (
        <section aria-labelledby="other-ways" className="grid grid-cols-1 gap-3 border-t border-kraft-line pt-5">
          <h2 id="other-ways" className="text-h4">
            <Head as="span">パスワードを設定せずに登録する</Head>
          </h2>
          <OtherWays ways={ways} verb="登録する" returnTo={null} />
        </section>
      )}
    </StepFrame>
  )
}
