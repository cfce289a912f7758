import { importPKCS8 } from 'jose'
import type { Settings } from '#infra/settings.server.ts'
import { type OAuthId, type OAuthProviderName, oauthNames } from '#kernel/oauth-provider.ts'
import { appleSecret, oidcWay } from './oidc.server.ts'
import { smsChannel } from './sms-channel.server.ts'

/** The configured login methods beside password and passkey. */
export const loginMethodsOf = (settings: Settings) => ({
  sms: smsChannel(settings),
  social: settings.IDENTITY_SOCIAL.flatMap((id) => makers[id](settings) ?? []),
})

/** null: a setting of the service is missing, so it is not offered. */
const makers: Record<OAuthId, (settings: Settings) => OAuthProviderName | null> = {
  google({ IDENTITY_GOOGLE_CLIENT_ID: clientId, IDENTITY_GOOGLE_CLIENT_SECRET: secret }) {
    if (!clientId || !secret) return null
    const issuer = 'https://accounts.google.com'
    return oidcWay({
      ...plain('google'),
      issuer,
      clientId,
      secret: async () => secret,
      scope: 'email profile',
    })
  },
  line({ IDENTITY_LINE_CLIENT_ID: clientId, IDENTITY_LINE_CLIENT_SECRET: secret }) {
    if (!clientId || !secret) return null
    return oidcWay({
      id: 'line',
      name: oauthNames.line,
      canProve: true,
      issuer: 'https://access.line.me',
      clientId,
      secret: async () => secret,
      scope: 'profile email',
      signedWith: 'secret',
    })
  },
  apple(settings) {
    const clientId = settings.IDENTITY_APPLE_CLIENT_ID
    const { IDENTITY_APPLE_TEAM_ID: teamId, IDENTITY_APPLE_KEY_ID: keyId, IDENTITY_APPLE_PRIVATE_KEY: pem } = settings
    if (!clientId || !teamId || !keyId || !pem) return null
    const key = importPKCS8(pem.replaceAll('\\n', '\n'), 'ES256')
    key.catch(() => {})
    return oidcWay({
      ...plain('apple'),
      issuer: 'https://appleid.apple.com',
      clientId,
      secret: async () => appleSecret({ teamId, keyId, clientId, privateKey: await key }),
      scope: 'name email',
      responseMode: 'form_post',
    })
  },
  oidc(settings) {
    const { IDENTITY_OIDC_ISSUER: issuer, IDENTITY_OIDC_CLIENT_ID: clientId } = settings
    const { IDENTITY_OIDC_CLIENT_SECRET: secret, IDENTITY_OIDC_NAME: name } = settings
    if (!issuer || !clientId || !secret) return null
    return oidcWay({
      id: 'oidc',
      name: name ?? new URL(issuer).host,
      canProve: true,
      issuer,
      clientId,
      secret: async () => secret,
      scope: 'email profile',
      insecure: issuer.startsWith('http:'),
    })
  },
}

/** Google and Apple do not say when a user authenticated there, so they cannot be used to re-authenticate. */
const plain = (id: OAuthId) => ({ id, name: oauthNames[id], canProve: false })
