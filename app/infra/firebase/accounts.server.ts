import { z } from 'zod'
import { ProviderUnavailable } from '#kernel/errors.ts'
import type { AccountChange, ProviderAccount, ProviderAccounts } from '#kernel/firebase.ts'
import type { ServiceAccount } from './service-account.server.ts'

const google = 'https://identitytoolkit.googleapis.com/v1'

const User = z.object({
  localId: z.string().min(1).max(128),
  email: z.string().optional(),
  emailVerified: z.unknown().optional(),
  phoneNumber: z.string().optional(),
  displayName: z.string().optional(),
  disabled: z.boolean().optional(),
  /** Seconds, as a string. */
  validSince: z.coerce.number().optional(),
  providerUserInfo: z.array(z.object({ providerId: z.string() })).optional(),
})
const Users = z.object({ users: z.array(User).optional() })
const Refused = z.object({ error: z.object({ message: z.string() }) })
const Made = z.object({ localId: z.string().min(1).max(128) })

/** Error codes that are about the user's input, and not about our configuration. */
const unusableToken = new Set(['INVALID_ID_TOKEN', 'USER_NOT_FOUND'])
const taken = new Set(['EMAIL_EXISTS', 'DUPLICATE_EMAIL'])
const wrongPassword = new Set([
  'INVALID_PASSWORD',
  'EMAIL_NOT_FOUND',
  'INVALID_LOGIN_CREDENTIALS',
  'USER_DISABLED',
  'TOO_MANY_ATTEMPTS_TRY_LATER',
])

type Options = {
  projectId: string
  apiKey: string
  serviceAccount: ServiceAccount /** Overridden in tests. */
  at?: string
}
type Answer = { ok: true; body: unknown } | { ok: false; why: string }

/** The accounts of one project, through the Identity Toolkit's REST interface. */
export function providerAccounts({ projectId, apiKey, serviceAccount, at = google }: Options): ProviderAccounts {
  const project = `${at}/projects/${encodeURIComponent(projectId)}`

  const openly = (method: string, body: object) =>
    post(`${at}/accounts:${method}?key=${encodeURIComponent(apiKey)}`, body)
  const inName = async (path: string, body: object) =>
    post(`${project}/accounts${path}`, body, await serviceAccount.authorization())
  const lookup = async (body: object) => usersIn(orThrow(await inName(':lookup', body)))

  return {
    async ofToken(idToken) {
      const answer = await openly('lookup', { idToken })
      if (answer.ok) return usersIn(answer.body)[0] ?? 'unknown'
      if (answer.why === 'TOKEN_EXPIRED') return 'revoked'
      if (answer.why === 'USER_DISABLED') return 'disabled'
      if (unusableToken.has(answer.why)) return 'unknown'
      throw refusal(answer.why)
    },
    ofSubjects: async (localId) => (localId.length > 0 ? lookup({ localId }) : []),
    ofEmail: async (email) => (await lookup({ email: [email] }))[0] ?? null,
    async create({ email, password }) {
      const answer = await inName('', { email, password, emailVerified: false })
      if (!answer.ok && taken.has(answer.why)) return null
      return readAs(Made, orThrow(answer)).localId
    },
    async change(localId, change) {
      const answer = await inName(':update', { localId, ...inTheirWords(change) })
      if (!answer.ok && taken.has(answer.why)) return false
      orThrow(answer)
      return true
    },
    async remove(localId) {
      const answer = await inName(':delete', { localId })
      if (!answer.ok && answer.why !== 'USER_NOT_FOUND') throw refusal(answer.why)
    },
    async checkPassword(email, password) {
      const answer = await openly('signInWithPassword', { email, password, returnSecureToken: true })
      if (!answer.ok && wrongPassword.has(answer.why)) return null
      return readAs(Made, orThrow(answer)).localId
    },
    customToken: (subject, now) => serviceAccount.customToken(subject, now),
  }
}

/** `WEAK_PASSWORD : at least 6` begins with the code. Everything but a clear yes or no throws. */
async function post(address: string, body: object, authorization?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) }
  const request = {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  } as const
  const response = await fetch(address, request).catch((cause: unknown) => {
    throw new ProviderUnavailable('not reached', { cause })
  })
  const said: unknown = await response.json().catch(() => null)
  if (response.ok) return { ok: true, body: said }
  const refused = Refused.safeParse(said)
  if (response.status >= 500 || response.status === 429 || !refused.success)
    throw new ProviderUnavailable(`answered ${response.status}`)
  return { ok: false, why: refused.data.error.message.split(/[ :]/, 1)[0] ?? '' }
}

function orThrow(answer: Answer): unknown {
  if (answer.ok) return answer.body
  throw refusal(answer.why)
}

/** A malformed response counts as no answer. */
function readAs<T>(shape: z.ZodType<T>, body: unknown): T {
  const read = shape.safeParse(body)
  if (!read.success) throw new ProviderUnavailable('answered something else', { cause: read.error })
  return read.data
}

/** A wrong key, a missing right: ours to fix, and until then nobody can sign in. */
const refusal = (why: string) => new ProviderUnavailable(`refused: ${why}`)

const usersIn = (body: unknown): ProviderAccount[] => (readAs(Users, body).users ?? []).map(accountOf)

const accountOf = (user: z.infer<typeof User>): ProviderAccount => ({
  subject: user.localId,
  email: user.email ?? null,
  emailVerified: user.emailVerified === true || user.emailVerified === 'true',
  phone: user.phoneNumber ?? null,
  name: user.displayName ?? null,
  disabled: user.disabled === true,
  validSince: user.validSince === undefined ? null : new Date(user.validSince * 1000),
  ways: (user.providerUserInfo ?? []).map(({ providerId }) => providerId),
})

function inTheirWords({ disabled, validSince, withoutWays, ...same }: AccountChange) {
  return {
    ...same,
    ...(withoutWays && { deleteProvider: withoutWays }),
    ...(withoutWays?.includes('password') && { deleteAttribute: ['EMAIL', 'PASSWORD'] }),
    ...(disabled !== undefined && { disableUser: disabled }),
    ...(validSince && { validSince: String(Math.floor(validSince.getTime() / 1000)) }),
  }
}
