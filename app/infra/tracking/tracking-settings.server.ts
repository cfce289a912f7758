import { z } from 'zod'

/**
 * A service that knows where parcels are; a part of the settings. No carrier has one for small shippers, so it is off unless
 * both are set: people follow the link to the carrier's page, and the answers of no page are read by a program of ours.
 */
export const trackingSettings = {
  /** Asked with POST, see docs/operations.md. */
  TRACKING_URL: z.url({ protocol: /^https?$/, error: 'https://…' }).optional(),
  /** Shown to the service with each question, and the key with which both sign (HMAC-SHA256). */
  TRACKING_SECRET: z.string().trim().min(16, 'at least 16 characters').max(500).optional(),
  /** The carriers' own pages, where they have moved; `{n}` is the number. */
  TRACKING_LINK_YAMATO: z
    .string()
    .regex(/^https:\/\/[!-~]+$/, 'https://…{n}')
    .includes('{n}')
    .optional(),
  TRACKING_LINK_SAGAWA: z
    .string()
    .regex(/^https:\/\/[!-~]+$/, 'https://…{n}')
    .includes('{n}')
    .optional(),
  TRACKING_LINK_JAPANPOST: z
    .string()
    .regex(/^https:\/\/[!-~]+$/, 'https://…{n}')
    .includes('{n}')
    .optional(),
}

type Given = { [Name in keyof typeof trackingSettings]?: string | undefined }

/** What is only partly configured. */
export function trackingComplaints({ TRACKING_URL, TRACKING_SECRET }: Given): { name: string; message: string }[] {
  return TRACKING_URL && !TRACKING_SECRET ? [{ name: 'TRACKING_SECRET', message: 'TRACKING_URL is set' }] : []
}

/** In production the connection has to be encrypted. */
export const insecureTracking = ({ TRACKING_URL }: Given): string[] =>
  TRACKING_URL?.startsWith('http:') ? ['TRACKING_URL'] : []
