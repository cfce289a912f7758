import { ORPCError } from '@orpc/server'
import type { Actor } from '#access/actor.ts'
import type { Ctx } from '#access/ctx.ts'
import { myFarm, myRestaurant } from '#modules/identity/me.server.ts'
import { personSession } from '#modules/identity/session.ts'
import { closeSession } from '#modules/identity/session-store.server.ts'
import { signIn, signInRefusalText } from '#modules/identity/sign-in.server.ts'
import { api } from '../api.server.ts'

export const identityHandlers = {
  openToken: api.identity.openToken.handler(async ({ context, input }) => {
    const { ctx, ip, userAgent } = context
    const result = await signIn(ctx, { ...input.body, channel: 'bearer', ip, userAgent })
    if (!result.ok)
      throw new ORPCError(result.refusal.toUpperCase(), {
        status: result.refusal === 'too_many_tries' ? 429 : 401,
        message: signInRefusalText[result.refusal],
      })
    return {
      token: result.value.token,
      tokenType: 'bearer' as const,
      idleSeconds: personSession.idleMs / 1000,
      maxSeconds: personSession.absoluteMs / 1000,
    }
  }),
  closeToken: api.identity.closeToken.handler(async ({ context }) => {
    if (context.token) await closeSession(context.ctx, context.token)
  }),
  me: api.identity.me.handler(async ({ context: { ctx } }) => ({
    ...whoIs(ctx.actor),
    restaurant: ctx.actor.kind === 'buyer' ? await myRestaurant(ctx) : null,
    farm: ctx.actor.kind === 'farm' ? await myFarm(ctx) : null,
  })),
}

function whoIs(actor: Ctx['actor']) {
  const person = personOf(actor)
  return {
    kind: person.kind,
    personId: person.personId,
    name: person.name,
    role: person.kind === 'person' ? null : person.role,
    orderLimitYen: person.kind === 'buyer' ? person.orderLimitYen : null,
  }
}

/** Only people have sessions here: the door lets nobody else in. */
function personOf(actor: Actor) {
  if (actor.kind === 'buyer' || actor.kind === 'farm' || actor.kind === 'person') return actor
  throw new TypeError(`${actor.kind} has no session of the API`)
}
