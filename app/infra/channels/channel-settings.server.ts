import { z } from 'zod'

const word = z.string().trim().min(1).max(500).optional()

/** The notification channels beside mail; a part of the settings. What is not configured is not offered. */
export const channelSettings = {
  /** The channel access token (long-lived) of the LINE Messaging API. */
  LINE_CHANNEL_TOKEN: word,
  /** The secret with which LINE signs its requests to us. */
  LINE_CHANNEL_SECRET: word,
  /** The account that users add as a friend: `@une-to-sara`. */
  LINE_ACCOUNT: z
    .string()
    .regex(/^@[\w.-]{1,30}$/, '@…')
    .optional(),
  LINE_API: z.url({ protocol: /^https?$/ }).default('https://api.line.me'),
  /** The key pair of web push (VAPID) in base64url, and a contact for the push services. */
  PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, '65 bytes in base64url')
    .optional(),
  PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, '32 bytes in base64url')
    .optional(),
  PUSH_CONTACT: z
    .string()
    .regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'mailto:… or https://…')
    .optional(),
  /** `https://user:password@host/path`: accepts `{"to","title","file"}` as JSON, the file as PDF in base64. */
  FAX_URL: z.url({ protocol: /^https?$/, error: 'https://…' }).optional(),
}

type Given = { [Name in keyof typeof channelSettings]?: string | undefined }

/** What is only partly configured. */
export function channelComplaints(given: Given): { name: string; message: string }[] {
  const line = ['LINE_CHANNEL_TOKEN', 'LINE_CHANNEL_SECRET', 'LINE_ACCOUNT'] as const
  const push = ['PUSH_PUBLIC_KEY', 'PUSH_PRIVATE_KEY', 'PUSH_CONTACT'] as const
  return [line, push].flatMap((names) => {
    const missing = names.filter((name) => !given[name])
    return missing.length === names.length ? [] : missing.map((name) => ({ name, message: 'the others are set' }))
  })
}

/** In production the connection has to be encrypted. */
export const insecureChannels = ({ FAX_URL, LINE_API }: Given): string[] =>
  Object.entries({ FAX_URL, LINE_API }).flatMap(([name, address]) => (address?.startsWith('http:') ? [name] : []))
