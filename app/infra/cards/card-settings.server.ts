import { z } from 'zod'

/** Payment by card through Stripe; a part of the settings. Without both keys the card is not offered. */
export const cardSettings = {
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_(test|live)_\w{8,250}$/, 'sk_… or rk_…')
    .optional(),
  /** With which Stripe signs what it sends to /webhooks/stripe. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[\w+/=]{8,250}$/, 'whsec_…')
    .optional(),
  /** Another host than Stripe's own, for tests. */
  STRIPE_API_HOST: z
    .url({ protocol: /^https?$/, error: 'https://…', abort: true })
    .transform((address) => new URL(address).origin)
    .optional(),
}

type Given = { [Name in keyof typeof cardSettings]?: string | undefined }

/** What is only partly configured. */
export function cardComplaints({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_HOST }: Given) {
  const keys = { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET }
  const missing = Object.entries(keys).flatMap(([name, key]) => (key ? [] : [name]))
  if (missing.length === 1) return missing.map((name) => ({ name, message: 'the other key is set' }))
  return missing.length === 2 && STRIPE_API_HOST
    ? [{ name: 'STRIPE_API_HOST', message: 'is set, but the keys are not' }]
    : []
}

/** In production the connection has to be encrypted. */
export const insecureCards = ({ STRIPE_API_HOST }: Given): string[] =>
  STRIPE_API_HOST?.startsWith('http:') ? ['STRIPE_API_HOST'] : []
