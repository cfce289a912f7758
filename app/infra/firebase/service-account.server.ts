import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { ProviderUnavailable } from '#kernel/errors.ts'

const scope = 'https://www.googleapis.com/auth/identitytoolkit'
const customTokenAudience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** Long enough to be carried from one window to the other. */
const customTokenSeconds = 120
/** A token is renewed before it ends. */
const spareMs = 60_000

/** The used parts of the JSON file that Google's console gives for a service account. */
export const ServiceAccountFile = z.object({
  project_id: z.string().min(1),
  client_email: z.email(),
  private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----'),
  token_uri: z.url({ protocol: /^https$/ }).default('https://oauth2.googleapis.com/token'),
})
export type ServiceAccountFile = z.infer<typeof ServiceAccountFile>

/** The account with which we call the provider. */
export interface ServiceAccount {
  /** For the Authorization header: `Bearer …`. */
  authorization(): Promise<string>
  customToken(subject: string, now: Date): Promise<string>
}

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/**
 * A grant signed by the account's key (RFC 7523) for a token of an hour, which is cached until shortly before its end.
 */
export function serviceAccountOf(file: ServiceAccountFile): ServiceAccount {
  const key = importPKCS8(file.private_key, 'RS256')
  key.catch(() => {})
  let kept: { token: string; until: number } | null = null

  async function fetchToken() {
    const grant = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(file.client_email)
      .setAudience(file.token_uri)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(await key)
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: grant })
    const request = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(10_000) } as const
    const response = await fetch(file.token_uri, request).catch(() => null)
    const granted = Granted.safeParse(await response?.json().catch(() => null))
    if (!response?.ok || !granted.success)
      throw new ProviderUnavailable(`service account: ${response?.status ?? 'lost'}`)
    const { access_token: token, expires_in: seconds } = granted.data
    return { token, until: Date.now() + seconds * 1000 - spareMs }
  }

  return {
    async authorization() {
      if (!kept || kept.until < Date.now()) kept = await fetchToken()
      return `Bearer ${kept.token}`
    },
    async customToken(subject, now) {
      const iat = Math.floor(now.getTime() / 1000)
      return new SignJWT({ uid: subject })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(file.client_email)
        .setSubject(file.client_email)
        .setAudience(customTokenAudience)
        .setIssuedAt(iat)
        .setExpirationTime(iat + customTokenSeconds)
        .sign(await key)
    },
  }
}
