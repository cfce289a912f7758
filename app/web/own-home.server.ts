import { unprovenAccountOf } from '#authorization/actor.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { homeOf } from '#authorization/home-of.ts'
import { draftCookie } from '#modules/identity/session.ts'
import { nextStep, placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { signUpFacts } from '#modules/organisations/sign-up/sign-up-facts.server.ts'
import { readCookie } from './session-cookie.server.ts'

/**
 * Where a signed-in user continues: the home page of their organisation, or the first step of the sign-up that is not
 * done; null for others.
 */
export async function ownHome(ctx: Ctx, request: Request): Promise<string | null> {
  if (unprovenAccountOf(ctx.actor)) return placeAddress['verify-email']
  if (ctx.actor.kind !== 'person') return homeOf(ctx.actor)
  const { facts } = await signUpFacts(ctx, readCookie(request, draftCookie))
  const next = nextStep(facts)
  return next === 'home' ? '/profile' : placeAddress[next]
}
