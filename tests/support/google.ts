import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { Firebase, ProviderAccount, ProviderAccounts } from '../../app/kernel/firebase.ts'
import { firebaseIssuer } from '../../app/kernel/firebase.ts'

export const projectId = 'une-to-sara-prod'

type Changes = {
  claims?: Record<string, unknown>
  /** Claims that are left out. */
  without?: readonly string[]
  header?: Record<string, unknown>
}

/** Keys such as Google's, at an address of this machine, and tokens that are signed with them. */
export async function aGoogle() {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'key-1', alg: 'RS256', use: 'sig' }
  let fetched = 0
  const server: Server = createServer((_, response) => {
    fetched++
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  /** An ID token as Google signs it for a user who has just signed in. */
  function token(now: Date, { claims = {}, without = [], header = {} }: Changes = {}) {
    const seconds = Math.floor(now.getTime() / 1000)
    const all: Record<string, unknown> = {
      iss: firebaseIssuer(projectId),
      aud: projectId,
      sub: 'user-1',
      iat: seconds,
      exp: seconds + 3600,
      auth_time: seconds,
      firebase: { sign_in_provider: 'password' },
      ...claims,
    }
    for (const name of without) delete all[name]
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: 'key-1', ...header }).sign(privateKey)
  }

  return {
    keysAt: `http://127.0.0.1:${port}/keys`,
    privateKey,
    publicKey,
    jwk,
    token,
    timesFetched: () => fetched,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** An account that has been at the provider for long. */
export const anAccount = (more: Partial<ProviderAccount> = {}): ProviderAccount => ({
  subject: 'user-1',
  email: 'user-1@example.jp',
  emailVerified: true,
  phone: null,
  name: '畑野 実',
  disabled: false,
  validSince: null,
  ways: ['password'],
  ...more,
})

/** The provider's accounts as a list in memory; tests change what is in it. */
export function someAccounts(accounts: ProviderAccount[]): ProviderAccounts & { passwords: Map<string, string> } {
  const passwords = new Map<string, string>()
  const find = (is: (account: ProviderAccount) => boolean) => accounts.find(is)
  return {
    passwords,
    ofToken: async (token) => {
      const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
      return find(({ subject }) => subject === sub) ?? 'unknown'
    },
    ofSubjects: async (subjects) => accounts.filter(({ subject }) => subjects.includes(subject)),
    ofEmail: async (email) => find((account) => account.email === email) ?? null,
    create: async ({ email, password }) => {
      if (find((account) => account.email === email)) return null
      const subject = `made-${crypto.randomUUID()}`
      accounts.push(anAccount({ subject, email, emailVerified: false }))
      passwords.set(subject, password)
      return subject
    },
    change: async (subject, { password, withoutWays = [], ...change }) => {
      const account = find((it) => it.subject === subject)
      if (!account) throw new Error(`no account ${subject}`)
      if (change.email && find((it) => it.email === change.email && it !== account)) return false
      Object.assign(account, change)
      if (password !== undefined) passwords.set(subject, password)
      account.ways = account.ways.filter((way) => !withoutWays.includes(way))
      if (withoutWays.includes('phone')) account.phone = null
      if (withoutWays.includes('password')) Object.assign(account, { email: null, emailVerified: false })
      if (withoutWays.includes('password')) passwords.delete(subject)
      return true
    },
    remove: async (gone) => {
      const at = accounts.findIndex(({ subject }) => subject === gone)
      if (at >= 0) accounts.splice(at, 1)
    },
    checkPassword: async (email, password) => {
      const account = find((it) => it.email === email)
      return account && passwords.get(account.subject) === password ? account.subject : null
    },
    customToken: async (subject) => `token-of-${subject}`,
  }
}

/** The provider for use cases that show no token: its accounts only. */
export const aProvider = (accounts: ProviderAccount[]) =>
  ({
    client: {
      apiKey: 'key',
      authDomain: 'auth.example.jp',
      projectId,
      appId: 'app',
      messagingSenderId: '1',
      syncUrl: '/api/auth/session',
      social: [],
    },
    verifier: { name: 'none', verify: async () => null },
    accounts: someAccounts(accounts),
    issuer: firebaseIssuer(projectId),
  }) satisfies Firebase
