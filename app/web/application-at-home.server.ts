import { redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { nextStep, placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { shownApplication } from '#modules/organisations/sign-up/shown-application.server.ts'
import { memberFacts } from '#modules/organisations/sign-up/sign-up-facts.server.ts'

/** How one's application stands, for a home that is not open yet. Who has still to prove their address does so first. */
export async function applicationAtHome(ctx: Ctx, personId: PersonId) {
  const next = nextStep({ person: await memberFacts(ctx.db, personId), draft: null })
  if (next === 'verify-email') throw redirect(placeAddress[next])
  return shownApplication(ctx)
}
