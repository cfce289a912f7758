/** One project of the emulator; each test uses addresses of its own, because all share it. */
export const projectId = 'demo-une-to-sara'
/** The same host name as the app's: a page of another site may not read the storage of the sign-in window. */
export const emulatorOrigin = 'http://localhost:9099'
/** What the emulator accepts as a service account. */
export const owner = 'Bearer owner'

async function ask(path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${emulatorOrigin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: owner, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const admin = (method: string, body: object) =>
  ask(`/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts${method}`, body)

type User = { localId: string; email?: string; emailVerified?: boolean; passwordHash?: string }

export async function accountOf(email: string): Promise<User | undefined> {
  const { users } = (await admin(':lookup', { email: [email] })) as { users?: User[] }
  return users?.[0]
}

/** A user whom the provider knows already, with a verified address. */
export async function makeAccount(email: string, password: string, more: object = {}): Promise<string> {
  const made = (await admin('', { email, password, emailVerified: true, ...more })) as { localId: string }
  return made.localId
}

export const changeAccount = (localId: string, change: object) => admin(':update', { localId, ...change })

type Sms = { verificationCodes: { phoneNumber: string; code: string }[] }

/** The newest code that went to this number. */
export async function smsCode(phone: string): Promise<string> {
  const { verificationCodes } = (await ask(`/emulator/v1/projects/${projectId}/verificationCodes`)) as Sms
  return verificationCodes.findLast(({ phoneNumber }) => phoneNumber === phone)?.code ?? 'no code'
}

const audience = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** A custom token as the emulator accepts it: unsigned. */
export function customTokenFor(uid: string, claims: object = {}): string {
  const parts = [
    { alg: 'none', typ: 'JWT' },
    { uid, aud: audience, claims },
  ]
  return `${parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
}
