import type { OAuthProviderName } from '#kernel/oauth-provider.ts'
import { type Phone, phoneText } from '#kernel/phone.ts'
import type { SmsChannel } from '#kernel/sms-channel.ts'
import { phoneIssuer } from './verified-identity.ts'

/** The login methods besides password and passkey; one that is missing is not offered. */
export type LoginMethods = { sms: SmsChannel | null; social: readonly OAuthProviderName[] }

/** The name of a linked identity on the screen; for a service that is no longer configured, its host. */
export function identityName(
  { social }: LoginMethods,
  { issuer, subject }: { issuer: string; subject: string },
): string {
  if (issuer === phoneIssuer) return phoneText(subject as Phone)
  return social.find((way) => way.issuer === issuer)?.name ?? (URL.canParse(issuer) ? new URL(issuer).host : issuer)
}

/** What a page may know about them: names, and no secrets. */
export type OfferedWays = { phone: boolean; social: { id: OAuthProviderName['id']; name: string }[] }

export const offeredWays = ({ sms, social }: LoginMethods): OfferedWays => ({
  phone: sms !== null,
  social: social.map(({ id, name }) => ({ id, name })),
})

/** What can still be linked to an account that has these. A number can always be replaced by another. */
export function linkableWays({ sms, social }: LoginMethods, mine: readonly { issuer: string }[]): OfferedWays {
  const free = social.filter((way) => !mine.some(({ issuer }) => issuer === way.issuer))
  return { phone: sms !== null, social: free.map(({ id, name }) => ({ id, name })) }
}
