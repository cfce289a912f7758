import { z } from 'zod'

/** What a browser's passkey answered, as JSON, and the site that asked. */
export const PasskeyAnswerIn = z.object({ json: z.string(), site: z.object({ origin: z.string() }) })
export type PasskeyAnswer = z.infer<typeof PasskeyAnswerIn>

/** The site whose host is the relying party of the passkeys. */
export type PasskeySite = PasskeyAnswer['site']

/** The host without its port. */
export const relyingParty = ({ origin }: PasskeySite): string => new URL(origin).hostname

const text = z.string().max(20_000)
const base = {
  id: text.min(1),
  rawId: text,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).catch({}),
}

const Registration = z.object({
  ...base,
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
})
const Authentication = z.object({
  ...base,
  response: z.object({
    clientDataJSON: text,
    authenticatorData: text,
    signature: text,
    userHandle: text.optional(),
  }),
})

export type PasskeyRegistration = z.infer<typeof Registration>
export type PasskeyAuthentication = z.infer<typeof Authentication>

export const readRegistration = (json: string): PasskeyRegistration | null => read(Registration, json)
export const readAuthentication = (json: string): PasskeyAuthentication | null => read(Authentication, json)

const ClientData = z.object({ challenge: z.string().min(1).max(200) })

/** The challenge that was answered; null if it cannot be read. It is one of our single-use codes. */
export function challengeIn(clientDataJSON: string): string | null {
  const read_ = read(ClientData, Buffer.from(clientDataJSON, 'base64url').toString('utf8'))
  return read_?.challenge ?? null
}

function read<Shape extends z.ZodType>(shape: Shape, json: string): z.infer<Shape> | null {
  try {
    const parsed = shape.safeParse(JSON.parse(json))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
