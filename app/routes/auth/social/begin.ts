import { redirect } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { beginOAuth, type OAuthPurpose } from '#modules/identity/login-methods/oauth-journey.server.ts'
import { oauthRefusalText } from '#modules/identity/login-methods/oauth-labels.ts'
import { oauthCookie } from '#modules/identity/session.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { page, signInAddress } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { keepCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/begin.ts'
import { callbackOf, oauthProvider } from './oauth-request.server.ts'

const purposes: Record<string, OAuthPurpose> = { link: 'link', prove: 'prove' }
const tooMany = '短時間に何度も試行されました。1分ほど待ってから、もう一度お試しください。'

/**
 * Redirects to the service. By GET, because our policy does not let a form leave the site; it changes nothing but this
 * browser's login attempt.
 */
export const loader = page(async (ctx, { request, context, params }: Route.LoaderArgs) => {
  const way = oauthProvider(context, params.provider)
  const { searchParams } = new URL(request.url)
  const purpose = purposes[searchParams.get('for') ?? ''] ?? 'enter'
  const personId = purpose !== 'enter' && 'personId' in ctx.actor ? ctx.actor.personId : null
  if (purpose !== 'enter' && !personId) throw redirect(signInAddress(request))
  // a link on another site must not start a change of an account
  if (purpose !== 'enter' && request.headers.get('sec-fetch-site') === 'cross-site') throw redirect('/profile#ways-in')
  if (purpose === 'link' && !isRecentAuth(ctx.actor, ctx.now))
    throw redirect('/profile/prove?returnTo=/profile%23ways-in')
  const { ip } = context.get(requestFacts)
  const redirectUri = callbackOf(context, way)
  const returnTo = searchParams.get('returnTo')
  const begun = await beginOAuth(ctx, way, { purpose, personId, returnTo, redirectUri, ip })
  if (begun.ok)
    return redirect(begun.value.url.href, { headers: { 'set-cookie': keepCookie(oauthCookie, begun.value.ticket) } })
  const sentence = begun.refusal === 'too_many_tries' ? tooMany : oauthRefusalText[begun.refusal]
  return redirectWithFlash(purpose === 'enter' ? '/auth/signIn' : '/profile', `${way.name}：${sentence}`)
})
