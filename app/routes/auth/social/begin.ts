import { redirect } from 'react-router'
import { isFresh } from '#access/fresh.ts'
import { socialCookie } from '#modules/identity/session.ts'
import { beginSocial, type SocialPurpose } from '#modules/identity/ways-in/social-journey.server.ts'
import { socialRefusalText } from '#modules/identity/ways-in/social-words.ts'
import { redirectWithNotice } from '../../notice.server.ts'
import { page, signInAddress } from '../../page.server.ts'
import { requestFacts } from '../../request-context.ts'
import { keepCookie } from '../../session-cookie.server.ts'
import type { Route } from './+types/begin.ts'
import { callbackOf, socialWay } from './social-request.server.ts'

const purposes: Record<string, SocialPurpose> = { link: 'link', prove: 'prove' }
const tooMany = '短い時間に何度もためされました。1分ほど待ってから、もう一度お試しください。'

/**
 * Goes to the service with the whole window. By GET, because a form of ours may not lead away from the site; it changes
 * nothing but what this browser remembers of its journey.
 */
export const loader = page(async (ctx, { request, context, params }: Route.LoaderArgs) => {
  const way = socialWay(context, params.provider)
  const { searchParams } = new URL(request.url)
  const purpose = purposes[searchParams.get('for') ?? ''] ?? 'enter'
  const personId = purpose !== 'enter' && 'personId' in ctx.actor ? ctx.actor.personId : null
  if (purpose !== 'enter' && !personId) throw redirect(signInAddress(request))
  // a link on another site may not set out to change somebody's account
  if (purpose !== 'enter' && request.headers.get('sec-fetch-site') === 'cross-site') throw redirect('/profile#ways-in')
  if (purpose === 'link' && !isFresh(ctx.actor, ctx.now)) throw redirect('/profile/prove?returnTo=/profile%23ways-in')
  const { ip } = context.get(requestFacts)
  const redirectUri = callbackOf(context, way)
  const returnTo = searchParams.get('returnTo')
  const begun = await beginSocial(ctx, way, { purpose, personId, returnTo, redirectUri, ip })
  if (begun.ok)
    return redirect(begun.value.url.href, { headers: { 'set-cookie': keepCookie(socialCookie, begun.value.ticket) } })
  const sentence = begun.refusal === 'too_many_tries' ? tooMany : socialRefusalText[begun.refusal]
  return redirectWithNotice(purpose === 'enter' ? '/auth/signIn' : '/profile', `${way.name}：${sentence}`)
})
