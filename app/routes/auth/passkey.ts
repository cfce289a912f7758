import { redirect } from 'react-router'
import { waitSecondsOf } from '#kernel/result.ts'
import {
  offerPasskeySignIn,
  passkeySignInRefusalText,
  signInWithPasskey,
} from '#modules/identity/sign-in-with-passkey.server.ts'
import { enter } from '#web/enter.server.ts'
import { firstPageOf } from '#web/first-page.server.ts'
import { formOf, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import type { Route } from './+types/passkey.ts'

/** Nothing to view: a browser that navigates here is redirected to the sign-in. */
export const loader = () => redirect('/auth/signIn')

/** The passkey challenge for the sign-in, and the result of the response. */
export const action = page(async (ctx, args: Route.ActionArgs) => {
  const { request, context } = args
  const { ip, secureOrigin } = context.get(requestFacts)
  const site = { origin: secureOrigin }
  const { passkey, returnTo } = typedIn(await formOf(request))
  if (!passkey) {
    const asked = await offerPasskeySignIn(ctx, site, ip)
    return asked.ok
      ? Response.json(asked.value)
      : Response.json({ code: asked.refusal }, tryLater(waitSecondsOf(asked)))
  }
  const answer = { json: passkey, site }
  const result = await signInWithPasskey(ctx, { answer, ip, userAgent: request.headers.get('user-agent') })
  if (!result.ok) return Response.json({ sentence: passkeySignInRefusalText[result.refusal] }, { status: 401 })
  const { token, email } = result.value
  return enter(ctx, args, 'people', { token, email, to: firstPageOf(result.value, returnTo ?? null) })
})
