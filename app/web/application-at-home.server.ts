import { redirect } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { PersonId } from '#kernel/ids.ts'
import { nextStep, placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { shownApplication } from '#modules/organisations/sign-up/shown-application.server.ts'
import { memberFacts } from '#modules/organisations/sign-up/sign-up-facts.server.ts'

/**
 * The state of the user's application, for a home page that is not open yet. An unverified address is verified first.
 */
export async function applicationAtHome(ctx: Ctx, personId: PersonId) {
  const next = nextStep({ person: await memberFacts(ctx, personId), draft: null })
  if (next === 'verify-email') throw redirect(placeAddress[next])
  return shownApplication(ctx)
}
