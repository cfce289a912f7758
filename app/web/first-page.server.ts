import type { SignedIn } from '#modules/identity/open-person-session.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { consentAddress, safeReturn } from './page.server.ts'

/**
 * Back to the requested page, or home; members agree to the terms in force first. A user without an organisation
 * continues the sign-up.
 */
export function firstPageOf({ home, owesConsent }: Omit<SignedIn, 'token'>, returnTo: string | null): string {
  const to = safeReturn(returnTo, home === '/' ? placeAddress['user-type'] : home)
  return owesConsent ? consentAddress(to) : to
}
