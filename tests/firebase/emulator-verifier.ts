import { decodeJwt, decodeProtectedHeader } from 'jose'
import { firebaseIssuer, type IdToken, type IdTokenVerifier, type ProviderAccounts } from '../../app/kernel/firebase.ts'

/**
 * Accepts the emulator's unsigned tokens: each is sent to the emulator, and only its answer counts. Separate from the
 * app: nothing that is built imports it.
 */
export class EmulatorVerifier implements IdTokenVerifier {
  readonly name = 'EmulatorVerifier'
  readonly #project: string
  readonly #accounts: Pick<ProviderAccounts, 'ofToken'>
  readonly #maxAgeMs: number

  constructor(at: string, project: string, accounts: Pick<ProviderAccounts, 'ofToken'>, maxAgeSeconds = 300) {
    if (!['localhost', '127.0.0.1', '[::1]'].includes(new URL(at).hostname))
      throw new Error('an emulator is on this machine')
    if (!project.startsWith('demo-')) throw new Error('the project of an emulator begins with demo-')
    this.#project = project
    this.#accounts = accounts
    this.#maxAgeMs = maxAgeSeconds * 1000
  }

  async verify(token: string, now: Date): Promise<IdToken | null> {
    const issuer = firebaseIssuer(this.#project)
    const claims = read(token)
    if (claims?.iss !== issuer || claims.aud !== this.#project) return null
    if (claims.iat * 1000 < now.getTime() - this.#maxAgeMs) return null
    const account = await this.#accounts.ofToken(token)
    if (account === 'unknown' || (typeof account === 'object' && account.subject !== claims.sub)) return null
    const [authTime, expiresAt] = [new Date(claims.auth_time * 1000), new Date(claims.exp * 1000)]
    return { issuer, subject: claims.sub, authTime, expiresAt, way: claims.firebase.sign_in_provider }
  }
}

type Claims = {
  iss: string
  aud: string
  sub: string
  iat: number
  exp: number
  auth_time: number
  firebase: { sign_in_provider: string }
}

/** null: signed, so not the emulator's; or not a token at all. */
function read(token: string): Claims | null {
  try {
    return decodeProtectedHeader(token).alg === 'none' ? (decodeJwt(token) as unknown as Claims) : null
  } catch {
    return null
  }
}
