import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import { ProviderUnavailable } from '#kernel/errors.ts'
import { firebaseIssuer, type IdToken, type IdTokenVerifier } from '#kernel/firebase.ts'

const googleKeys = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com'
/** The allowed difference between Google's clock and ours. */
const toleranceSeconds = 5

type Options = {
  projectId: string
  /** The maximum age of a token, by `iat`. */
  maxAgeSeconds: number
  /** Tests use keys of their own. */
  keysAt?: string
}

/** Accepts ID tokens of one project that are signed by Google, and reads nothing from the environment. */
export class GoogleJwksVerifier implements IdTokenVerifier {
  readonly name = 'GoogleJwksVerifier'
  readonly #options: Options
  readonly #keys: JWTVerifyGetKey

  constructor(options: Options) {
    this.#options = options
    this.#keys = orUnavailable(createRemoteJWKSet(new URL(options.keysAt ?? googleKeys), { timeoutDuration: 5_000 }))
  }

  async verify(token: string, now: Date): Promise<IdToken | null> {
    const { projectId, maxAgeSeconds } = this.#options
    const issuer = firebaseIssuer(projectId)
    try {
      const { payload } = await jwtVerify(token, this.#keys, {
        algorithms: ['RS256'],
        issuer,
        audience: projectId,
        maxTokenAge: maxAgeSeconds,
        clockTolerance: toleranceSeconds,
        currentDate: now,
        requiredClaims: ['sub', 'exp', 'iat', 'auth_time'],
      })
      const { sub = '', exp = 0, auth_time: authTime } = payload
      if (sub === '' || sub.length > 128 || !isPast(authTime, now)) return null
      const [signedInAt, expiresAt] = [new Date(authTime * 1000), new Date(exp * 1000)]
      return { issuer, subject: sub, authTime: signedInAt, expiresAt, way: loginMethod(payload.firebase) }
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }
}

const Way = z.object({ sign_in_provider: z.string() })
const loginMethod = (claim: unknown): string => Way.safeParse(claim).data?.sign_in_provider ?? 'unknown'

const isPast = (seconds: unknown, now: Date): seconds is number =>
  typeof seconds === 'number' && seconds > 0 && seconds <= now.getTime() / 1000 + toleranceSeconds

/** An unknown key is the token's fault; keys that cannot be fetched are not. */
function orUnavailable(keys: JWTVerifyGetKey): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) throw error
      if (error instanceof errors.JOSENotSupported) throw error
      throw new ProviderUnavailable('the keys of Google', { cause: error })
    }
  }
}
