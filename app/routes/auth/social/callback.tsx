import { data, redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { ReauthRequired } from '#kernel/errors.ts'
import type { OAuthProviderName } from '#kernel/oauth-provider.ts'
import { enterWith } from '#modules/identity/login-methods/enter-with.server.ts'
import { linkIdentity } from '#modules/identity/login-methods/link-identity.server.ts'
import { type Arrived, finishOAuth } from '#modules/identity/login-methods/oauth-journey.server.ts'
import { oauthRefusalText } from '#modules/identity/login-methods/oauth-labels.ts'
import { otherProofRefusalText, proveByIdentity } from '#modules/identity/login-methods/prove-another-way.server.ts'
import { enterRefusalText, linkRefusalText } from '#modules/identity/login-methods/verified-identity.ts'
import { oauthCookie, sessionCookie } from '#modules/identity/session.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { enterVerified } from '#web/enter-verified.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { page, safeReturn } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import { forgetCookie, keepCookie, readCookie } from '#web/session-cookie.server.ts'
import { FieldPanel } from '../field-panel.tsx'
import type { Route } from './+types/callback.ts'
import { callbackOf, oauthProvider } from './oauth-request.server.ts'

export const meta = () => ownMeta('サインイン')

/** Never cached: its address carries the service's response. */
export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

/** The return from the service. A success redirects immediately; everything else is a page that says what to do. */
export const loader = page(async (ctx, args: Route.LoaderArgs) => {
  const { request, context, params } = args
  const way = oauthProvider(context, params.provider)
  const answered = new URL(request.url).searchParams
  const ticket = readCookie(request, oauthCookie)
  const arrived = await finishOAuth(ctx, way, { ticket, answered, redirectUri: callbackOf(context, way) })
  if (!arrived.ok)
    return problem(way, oauthRefusalText[arrived.refusal], arrived.refusal === 'unreachable' ? away : 400)
  if (arrived.value.purpose === 'enter') return entered(ctx, args, way, arrived.value)
  if (!('personId' in ctx.actor) || ctx.actor.personId !== arrived.value.personId)
    return problem(way, oauthRefusalText.begin_again, 400)
  return arrived.value.purpose === 'link' ? linked(ctx, way, arrived.value) : proven(ctx, way, arrived.value)
})

async function entered(ctx: Ctx, args: Route.LoaderArgs, way: OAuthProviderName, { verified, returnTo }: Arrived) {
  const { request, context } = args
  const from = { ip: context.get(requestFacts).ip, userAgent: request.headers.get('user-agent') }
  const result = await enterWith(ctx, verified, { channel: 'cookie', ...from })
  if (!result.ok) return problem(way, enterRefusalText[result.refusal], 403)
  return left(await enterVerified(ctx, args, result.value, returnTo))
}

async function linked(ctx: Ctx, way: OAuthProviderName, { verified }: Arrived) {
  const result = await linkIdentity(ctx, verified, way.name).catch((error: unknown) => {
    if (error instanceof ReauthRequired) return null
    throw error
  })
  if (!result) return left(redirect('/profile/prove?returnTo=/profile%23ways-in'))
  if (!result.ok) return problem(way, linkRefusalText[result.refusal], 409)
  return left(await redirectWithFlash('/profile#ways-in', `${way.name}と連携しました。`))
}

async function proven(ctx: Ctx, way: OAuthProviderName, { verified, returnTo }: Arrived) {
  const result = await proveByIdentity(ctx, verified)
  if (!result.ok) return problem(way, otherProofRefusalText[result.refusal], 403)
  const answer = await redirectWithFlash(safeReturn(returnTo, '/profile'), '確認しました。10分以内に変更してください。')
  answer.headers.append('set-cookie', keepCookie(sessionCookie, result.value.token))
  return left(answer)
}

/** The login attempt is over, and its ticket with it. */
function left(answer: Response): Response {
  answer.headers.append('set-cookie', forgetCookie(oauthCookie))
  return answer
}

/** Seconds until the service, which did not answer, may be tried again. */
const away = tryLater(30, 503)

function problem({ name }: OAuthProviderName, sentence: string, answer: 400 | 403 | 409 | typeof away) {
  const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer
  const kept = { 'set-cookie': forgetCookie(oauthCookie), 'cache-control': 'private, no-store' }
  return data({ name, sentence }, { status, headers: { ...headers, ...kept } })
}

export default function OAuthProblemPage({ loaderData }: Route.ComponentProps) {
  const { name, sentence } = loaderData
  return (
    <FieldPanel>
      <h1 className="text-h2 text-pine">
        <Head as="span">サインインできませんでした</Head>
      </h1>
      <Notice tone="akane">
        {name}：{sentence}
      </Notice>
      <ButtonLink to="/auth/signIn" size="lg">
        サインインの画面へ
      </ButtonLink>
      <ButtonLink to="/restaurant/Inquiry?kind=account" kind="line" size="lg">
        お問い合わせ
      </ButtonLink>
    </FieldPanel>
  )
}
