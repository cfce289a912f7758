import { z } from 'zod'
import { oauthIds } from '#kernel/oauth-provider.ts'

const word = z.string().trim().min(1).max(500).optional()

/**
 * The login methods beside password and passkey; a part of the settings. What is not configured is not offered.
 * `IDENTITY_SOCIAL` says which services and in which order; each needs the credentials from its registration.
 */
export const loginMethodSettings = {
  /** `https://user:password@host/path`: accepts `{"to","text"}` as JSON and sends it to a phone. */
  SMS_URL: z.url({ protocol: /^https?$/, error: 'https://…' }).optional(),
  IDENTITY_SOCIAL: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    )
    .pipe(z.array(z.enum(oauthIds))),
  IDENTITY_GOOGLE_CLIENT_ID: word,
  IDENTITY_GOOGLE_CLIENT_SECRET: word,
  IDENTITY_LINE_CLIENT_ID: word,
  IDENTITY_LINE_CLIENT_SECRET: word,
  IDENTITY_APPLE_CLIENT_ID: word,
  IDENTITY_APPLE_TEAM_ID: word,
  IDENTITY_APPLE_KEY_ID: word,
  /** The key in Apple's format: PEM, its lines joined by `\n`. */
  IDENTITY_APPLE_PRIVATE_KEY: z.string().trim().min(1).max(2_000).optional(),
  IDENTITY_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  IDENTITY_OIDC_CLIENT_ID: word,
  IDENTITY_OIDC_CLIENT_SECRET: word,
  /** Its name for users: 料理組合. */
  IDENTITY_OIDC_NAME: z.string().trim().min(1).max(30).optional(),
}

/** In production the connection has to be encrypted: it carries codes and tokens. */
export function insecureWays({
  SMS_URL,
  IDENTITY_OIDC_ISSUER,
}: {
  SMS_URL?: string | undefined
  IDENTITY_OIDC_ISSUER?: string | undefined
}): string[] {
  const addresses = { SMS_URL, IDENTITY_OIDC_ISSUER }
  return Object.entries(addresses).flatMap(([name, address]) => (address?.startsWith('http:') ? [name] : []))
}
