import { redirect } from 'react-router'
import {
  askToProve,
  otherProofRefusalText,
  proveByPasskey,
} from '#modules/identity/login-methods/prove-another-way.server.ts'
import { sessionCookie } from '#modules/identity/session.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, typedIn } from '#web/form.ts'
import { page, safeReturn } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/prove-passkey.ts'

export const loader = () => redirect('/profile/prove')

/** The challenge for the user's own passkey, and the result of the response. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const site = { origin: context.get(requestFacts).secureOrigin }
  const { passkey } = typedIn(await formOf(request))
  if (!passkey) return Response.json(await askToProve(ctx, site))
  const { search, searchParams } = new URL(request.url)
  const proved = await proveByPasskey(ctx, { json: passkey, site })
  if (!proved.ok) return redirectWithFlash(`/profile/prove${search}`, otherProofRefusalText[proved.refusal])
  const to = safeReturn(searchParams.get('returnTo'), '/profile')
  const answer = await redirectWithFlash(to, '確認しました。10分以内に変更してください。')
  answer.headers.append('set-cookie', keepCookie(sessionCookie, proved.value.token))
  return answer
})
