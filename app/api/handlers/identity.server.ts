import { ORPCError } from '@orpc/server'
import { type ApiContext, api } from '#api/api.server.ts'
import { tooMany } from '#api/problems.server.ts'
import { type Actor, unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { NotFound } from '#kernel/errors.ts'
import { type RefusalDetail, waitSecondsOf } from '#kernel/result.ts'
import { exchangeCustomToken } from '#modules/identity/custom-token.server.ts'
import { myFarm, myRestaurant } from '#modules/identity/me.server.ts'
import { refreshTokens, type TokenPair, withRefreshToken } from '#modules/identity/refresh-tokens.server.ts'
import { finishSignIn } from '#modules/identity/second-step.server.ts'
import { secondStepRefusalText } from '#modules/identity/second-step-labels.ts'
import { programSession } from '#modules/identity/session.ts'
import { closeSession } from '#modules/identity/session-store.server.ts'
import { signIn, signInRefusalText } from '#modules/identity/sign-in.server.ts'
import { exchangeNeedsStepText, tokenRefusedText } from '#modules/identity/token-labels.ts'
import { resendLink } from '#modules/organisations/sign-up/await-link.server.ts'
import { changeUnprovenAddress } from '#modules/organisations/sign-up/change-address.server.ts'
import { deleteUnproven } from '#modules/organisations/sign-up/delete-unproven.server.ts'
import { alreadyVerifiedText, verificationTooSoonText } from '#modules/organisations/sign-up/unproven-labels.ts'

export const identityHandlers = {
  openToken: api.identity.openToken.handler(async ({ context, input }) => {
    const { ctx, ip, userAgent } = context
    // browsers send passwords to the provider; programs have tokens of their own
    if (ctx.firebase) throw new NotFound('password')
    const { code, ...credentials } = input.body
    const from = { channel: 'bearer' as const, ip, userAgent }
    const first = await signIn(ctx, { ...credentials, ...from })
    if (!first.ok) throw refusedAs(first, signInRefusalText[first.refusal])
    const { value } = first
    if ('ticket' in value && code === undefined)
      throw refusedAs(
        { refusal: 'second_factor_needed' },
        '二段階確認を使っています。確認コードを code に入れてください。',
      )
    const token =
      'ticket' in value
        ? await afterCode(context, { ...from, ticket: value.ticket, answer: { code: code ?? '' } })
        : value.token
    return answerOf(await withRefreshToken(ctx, token))
  }),
  refreshToken: api.identity.refreshToken.handler(async ({ context: { ctx, ip }, input }) => {
    const pair = await refreshTokens(ctx, input.body.refreshToken, ip)
    if (!pair.ok) throw refusedAs(pair, tokenRefusedText)
    return answerOf(pair.value)
  }),
  exchangeToken: api.identity.exchangeToken.handler(async ({ context, input }) => {
    const { ctx, encryption, ip, userAgent } = context
    const pair = await exchangeCustomToken(ctx, encryption, { token: input.body.customToken, ip, userAgent })
    if (!pair.ok)
      throw refusedAs(pair, pair.refusal === 'token_refused' ? tokenRefusedText : exchangeRefusalText[pair.refusal])
    return answerOf(pair.value)
  }),
  revokeToken: api.identity.revokeToken.handler(async ({ context }) => {
    if (context.token) await closeSession(context.ctx, context.token)
  }),
  resendVerification: api.identity.resendVerification.handler(async ({ context: { ctx, ip, encryption } }) => {
    requireUnprovenHere(ctx.actor)
    const sent = await resendLink(ctx, { token: null, ip, encryption })
    if (!sent.ok) throw sent.refusal === 'too_soon' ? tooSoon(sent) : alreadyVerified()
  }),
  changeUnprovenAddress: api.identity.changeUnprovenAddress.handler(
    async ({ context: { ctx, ip, encryption }, input }) => {
      requireUnprovenHere(ctx.actor)
      const changed = await changeUnprovenAddress(ctx, { email: input.body.email, ip, encryption })
      if (!changed.ok) throw changed.refusal === 'too_soon' ? tooSoon(changed) : alreadyVerified()
    },
  ),
  deleteUnproven: api.identity.deleteUnproven.handler(async ({ context: { ctx } }) => {
    requireUnprovenHere(ctx.actor)
    const deleted = await deleteUnproven(ctx, { draftToken: null, confirmed: true })
    if (!deleted.ok) throw alreadyVerified()
  }),
  me: api.identity.me.handler(async ({ context: { ctx } }) => ({
    ...whoIs(ctx.actor),
    restaurant: ctx.actor.kind === 'buyer' ? await myRestaurant(ctx) : null,
    farm: ctx.actor.kind === 'farm' ? await myFarm(ctx) : null,
  })),
}

const alreadyVerified = () => new ORPCError('ALREADY_VERIFIED', { status: 409, message: alreadyVerifiedText })
const tooSoon = (refused: Parameters<typeof waitSecondsOf>[0]) =>
  tooMany('TOO_SOON', verificationTooSoonText, waitSecondsOf(refused))

/** Operations for accounts with an unverified address answer all others that theirs is verified. */
function requireUnprovenHere(actor: Actor): void {
  if (!unprovenAccountOf(actor)) throw alreadyVerified()
}

const exchangeRefusalText = {
  too_many_tries: signInRefusalText.too_many_tries,
  second_factor_needed: exchangeNeedsStepText,
}

const answerOf = (pair: TokenPair) => ({
  ...pair,
  tokenType: 'bearer' as const,
  expiresSeconds: programSession.accessMs / 1000,
  refreshSeconds: programSession.idleMs / 1000,
})

/** The token of a user who has turned the second step on. */
async function afterCode({ ctx, encryption }: ApiContext, input: Parameters<typeof finishSignIn>[2]): Promise<string> {
  const result = await finishSignIn(ctx, encryption, input)
  if (result.ok) return result.value.token
  const refusal = result.refusal === 'too_many_codes' ? 'too_many_tries' : 'wrong_code'
  throw refusedAs({ ...result, refusal }, secondStepRefusalText[result.refusal])
}

const refusedAs = (refused: { refusal: string; detail?: RefusalDetail }, message: string) =>
  refused.refusal === 'too_many_tries'
    ? tooMany('TOO_MANY_TRIES', message, waitSecondsOf(refused))
    : new ORPCError(refused.refusal.toUpperCase(), { status: 401, message })

function whoIs(actor: Ctx['actor']) {
  const unproven = unprovenAccountOf(actor)
  if (unproven)
    return {
      kind: 'unproven' as const,
      personId: unproven.personId,
      name: unproven.name,
      role: null,
      orderLimitYen: null,
    }
  const person = personOf(actor)
  return {
    kind: person.kind,
    personId: person.personId,
    name: person.name,
    role: person.kind === 'person' ? null : person.role,
    orderLimitYen: person.kind === 'buyer' ? person.orderLimitYen : null,
  }
}

/** Only users have sessions here: the router lets nobody else in. */
function personOf(actor: Actor) {
  if (actor.kind === 'buyer' || actor.kind === 'farm' || actor.kind === 'person') return actor
  throw new TypeError(`${actor.kind} has no session of the API`)
}
