import { Form, redirect, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { isRecentAuth, requirePerson } from '#authorization/recent-auth.ts'
import { phoneText } from '#kernel/phone.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { phoneOfTicket, provePhone, sendPhoneCode } from '#modules/identity/login-methods/phone-code.server.ts'
import { phoneCodeRefusalText } from '#modules/identity/login-methods/phone-labels.ts'
import {
  otherProofRefusalText,
  ownProofWays,
  proveByIdentity,
} from '#modules/identity/login-methods/prove-another-way.server.ts'
import { proveAgain } from '#modules/identity/prove-again.server.ts'
import { phoneCookie, sessionCookie } from '#modules/identity/session.ts'
import { PasskeyButton } from '#modules/identity/ui/passkey-button.tsx'
import { WaitNotice } from '#modules/identity/ui/wait-notice.tsx'
import { WayMark } from '#modules/identity/ui/way-mark.tsx'
import { FieldPanel } from '#routes/auth/field-panel.tsx'
import { notSent, phoneWay } from '#routes/auth/phone/phone-way.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { CodeField } from '#ui/fields/code-field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, refused, refusedForNow, typedIn } from '#web/form.ts'
import { guarded } from '#web/guard.server.ts'
import { runJob } from '#web/jobs.server.ts'
import { page, pageAction, safeReturn } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { proofText } from '#web/prove-again.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { forgetCookie, keepCookie, readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/prove.ts'

export const meta = () => ownMeta('本人確認')
export const middleware = guarded('auth')

const backOf = (request: Request) => safeReturn(new URL(request.url).searchParams.get('returnTo'), '/profile')

export const loader = page(async (ctx, { request, context }: Route.LoaderArgs) => {
  const to = backOf(request)
  if (isRecentAuth(ctx.actor, ctx.now)) throw redirect(to)
  const ways = await ownProofWays(ctx, context.get(requestFacts).loginMethods)
  const ticket = readCookie(request, phoneCookie)
  const waits = ways.phone !== null && ticket !== null && (await phoneOfTicket(ctx, ticket, 'prove')) !== null
  return { to, waits, ways: { ...ways, phone: ways.phone && phoneText(ways.phone) } }
})

/** The password, or the code sent to the user's own number. */
const changes = { password, send, code }

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(changes, ctx, await formOf(args.request), args),
)

async function password(ctx: Ctx, form: FormData, { request }: Route.ActionArgs) {
  const { currentPassword = '' } = typedIn(form)
  const proved = await proveAgain(ctx, currentPassword)
  if (proved.ok) return done(request, proved.value.token)
  return proved.refusal === 'too_many_tries'
    ? refusedForNow(proofText.too_many_tries, form, waitSecondsOf(proved))
    : refused(proofText[proved.refusal], form, 'currentPassword', 403)
}

async function send(ctx: Ctx, form: FormData, { request, context }: Route.ActionArgs) {
  const { ip, secureOrigin, loginMethods } = context.get(requestFacts)
  const { personId } = requirePerson(ctx.actor)
  const sending = phoneWay(context)
  const { phone } = await ownProofWays(ctx, loginMethods)
  if (!phone) return refused(otherProofRefusalText.not_yours, form)
  const wish = { phone, purpose: 'prove' as const, personId, ip, host: new URL(secureOrigin).hostname }
  const sent = await sendPhoneCode(ctx, sending, wish)
  if (!sent.ok) return notSent(sent, form)
  const { pathname, search } = new URL(request.url)
  const answer = await redirectWithFlash(pathname.replace(/\.data$/, '') + search, '確認コードを送信しました。')
  answer.headers.append('set-cookie', keepCookie(phoneCookie, sent.value.ticket))
  return answer
}

async function code(ctx: Ctx, form: FormData, { request, context }: Route.ActionArgs) {
  const { code: typed = '' } = typedIn(form)
  form.delete('code')
  const { personId } = requirePerson(ctx.actor)
  const { encryption } = phoneWay(context)
  const ticket = readCookie(request, phoneCookie) ?? ''
  const { ip } = context.get(requestFacts)
  const proven = await provePhone(ctx, encryption, { ticket, typed, purpose: 'prove', personId, ip })
  if (!proven.ok && proven.refusal === 'too_many_tries')
    return refusedForNow(phoneCodeRefusalText.too_many_tries, form, waitSecondsOf(proven))
  if (!proven.ok) return refused(phoneCodeRefusalText[proven.refusal], form, 'code', 401)
  const proved = await proveByIdentity(ctx, proven.value)
  if (!proved.ok && proved.refusal === 'too_many_tries')
    return refusedForNow(otherProofRefusalText.too_many_tries, form, waitSecondsOf(proved))
  if (!proved.ok) return refused(otherProofRefusalText[proved.refusal], form, 'code', 403)
  const answer = await done(request, proved.value.token)
  answer.headers.append('set-cookie', forgetCookie(phoneCookie))
  return answer
}

async function done(request: Request, token: string): Promise<Response> {
  const answer = await redirectWithFlash(backOf(request), '確認しました。10分以内に変更してください。')
  answer.headers.append('set-cookie', keepCookie(sessionCookie, token))
  return answer
}

/** Re-authentication for irreversible operations, by any method of this account. */
export default function ProvePage({ loaderData: { to, waits, ways }, actionData }: Route.ComponentProps) {
  const problem: Problem | undefined = actionData?.problem
  const busy = useNavigation().state !== 'idle'
  const back = new URLSearchParams({ returnTo: to })
  const nothing = !ways.password && !ways.passkey && !ways.phone && ways.social.length === 0
  return (
    <FieldPanel>
      <h1>
        <Head as="span" className="text-h2 text-pine">
          本人確認
        </Head>
      </h1>
      <p>サインインから時間が経過したため、重要な変更の前に、もう一度本人確認を行います。</p>
      <WaitNotice problem={problem} />
      {problem && !problem.waitSeconds && Object.keys(problem.fields).length === 0 && (
        <Notice tone="akane">{problem.summary}</Notice>
      )}
      {ways.password && (
        <Form method="post" noValidate className="grid grid-cols-1 gap-5">
          <input type="hidden" name="intent" value="password" />
          <PasswordField
            id="prove-password"
            label="現在のパスワード"
            name="currentPassword"
            autoComplete="current-password"
            need="required"
            error={problem?.fields.currentPassword}
          />
          <Button size="lg" busy={busy}>
            パスワードで確認する
          </Button>
        </Form>
      )}
      {ways.passkey && (
        <PasskeyButton
          form={Form}
          action={`/profile/prove/passkey?${back}`}
          questionAt="/profile/prove/passkey"
          does="ask"
        >
          パスキーで確認する
        </PasskeyButton>
      )}
      {ways.phone && waits && (
        <Form method="post" noValidate className="grid grid-cols-1 gap-5">
          <input type="hidden" name="intent" value="code" />
          <CodeField
            id="prove-code"
            name="code"
            label="確認コード"
            help={`${ways.phone} に届いた6桁の数字`}
            need="required"
            error={problem?.fields.code}
          />
          <Button size="lg" busy={busy}>
            コードで確認する
          </Button>
        </Form>
      )}
      {ways.phone && (
        <Form method="post" className="grid">
          <input type="hidden" name="intent" value="send" />
          <Button kind={waits ? 'text' : 'line'} size="lg" icon={<WayMark way="phone" />}>
            {waits ? '再送する' : `${ways.phone} に確認コードを送信`}
          </Button>
        </Form>
      )}
      {ways.social.map(({ id, name }) => (
        <a key={id} href={`/auth/social/${id}?for=prove&${back}`} className="btn" data-kind="line" data-size="lg">
          <span className="btn-icon">
            <WayMark way={id} />
          </span>
          {name}で確認する
        </a>
      ))}
      {nothing && (
        <Form method="post" action="/auth/signOut" reloadDocument className="grid grid-cols-1 gap-3">
          <p>通常の方法でサインインし直すと、本人確認が完了します。10分以内に変更してください。</p>
          <Button size="lg">サインアウトして、サインインし直す</Button>
        </Form>
      )}
      {!ways.password && (
        <p className="text-sub">
          メールアドレスを登録している方は、
          <Link to="/auth/forgotPassword" className="prose-link font-bold">
            パスワードを設定する
          </Link>
          と、パスワードで確認できます。
        </p>
      )}
      <ButtonLink to={to} kind="text" className="justify-self-start">
        戻る
      </ButtonLink>
    </FieldPanel>
  )
}
