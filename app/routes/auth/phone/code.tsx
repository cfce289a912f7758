import { Form, redirect, useNavigation, useSearchParams } from 'react-router'
import { phoneText } from '#kernel/phone.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { enterWith } from '#modules/identity/login-methods/enter-with.server.ts'
import { phoneOfTicket, provePhone } from '#modules/identity/login-methods/phone-code.server.ts'
import { phoneCodeRefusalText } from '#modules/identity/login-methods/phone-labels.ts'
import { enterRefusalText } from '#modules/identity/login-methods/verified-identity.ts'
import { phoneCookie } from '#modules/identity/session.ts'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { enterVerified } from '#web/enter-verified.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, refused, refusedForNow, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { forgetCookie, readCookie } from '#web/session-cookie.server.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/code.ts'
import { phoneWay } from './phone-way.server.ts'

export const meta = () => ownMeta('確認コードの入力')

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  phoneWay(context)
  const ticket = readCookie(request, phoneCookie)
  const waiting = ticket ? await phoneOfTicket(ctx, ticket, 'enter') : null
  if (!waiting) throw redirect(`/auth/signIn/phone${new URL(request.url).search}`)
  return { phone: phoneText(waiting.phone) }
})

export const action = page(async (ctx, args: Route.ActionArgs) => {
  const { request, context } = args
  const { encryption, ip } = context.get(requestFacts)
  const { search, searchParams } = new URL(request.url)
  const form = await formOf(request)
  const { code: typed = '' } = typedIn(form)
  form.delete('code')
  const ticket = readCookie(request, phoneCookie) ?? ''
  const proven = await provePhone(ctx, encryption, { ticket, typed, purpose: 'enter', personId: null, ip })
  if (!proven.ok && proven.refusal === 'begin_again')
    return redirectWithFlash(`/auth/signIn/phone${search}`, phoneCodeRefusalText.begin_again)
  if (!proven.ok && proven.refusal === 'too_many_tries')
    return refusedForNow(phoneCodeRefusalText.too_many_tries, form, waitSecondsOf(proven))
  if (!proven.ok) return refused(phoneCodeRefusalText[proven.refusal], form, 'code', 401)
  const from = { channel: 'cookie' as const, ip, userAgent: request.headers.get('user-agent') }
  const entered = await enterWith(ctx, proven.value, from)
  if (!entered.ok) return refused(enterRefusalText[entered.refusal], form, undefined, 403)
  const answer = await enterVerified(ctx, args, entered.value, searchParams.get('returnTo'), proven.value.phone)
  answer.headers.append('set-cookie', forgetCookie(phoneCookie))
  return answer
})

const idOf = (name: string) => `phone-${name}`

export default function PhoneCodePage({ loaderData: { phone }, actionData }: Route.ComponentProps) {
  const problem: Problem | undefined = actionData?.problem
  const check = useFormCheck(problem, idOf)
  const busy = useNavigation().state !== 'idle'
  const [search] = useSearchParams()
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          確認コードの入力
        </Head>
      </h1>
      <p>
        <b className="num">{phone}</b>{' '}
        <Explained>にSMSを送信しました。届いた6桁の数字を、10分以内に入力してください。</Explained>
      </p>
      <WaitNotice problem={problem} />
      {problem && !problem.waitSeconds && !problem.fields.code && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" noValidate onSubmit={check.onSubmit} className="grid grid-cols-1 gap-5">
        <CodeField id={idOf('code')} name="code" label="確認コード" need="required" error={problem?.fields.code} />
        <Button size="lg" busy={busy}>
          サインイン
        </Button>
      </Form>
      <div className="grid grid-cols-1 justify-items-start border-t border-kraft-line pt-3">
        <p className="text-sub">届かない場合は、番号を確認し、1分ほど待ってから再送してください。</p>
        <ButtonLink to={`/auth/signIn/phone?${search}`} kind="text">
          番号を再入力・再送
        </ButtonLink>
      </div>
    </FieldPanel>
  )
}
