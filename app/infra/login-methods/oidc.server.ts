import { jwtVerify, SignJWT } from 'jose'
import * as oidc from 'openid-client'
import { type Journey, OAuthFailure, type OAuthProof, type OAuthProviderName } from '#kernel/oauth-provider.ts'

/** What differs between services. */
export type OidcParts = Pick<OAuthProviderName, 'id' | 'name' | 'issuer' | 'canProve'> & {
  clientId: string
  /** Generated for each use if it is a signed token that expires (Apple). */
  secret: () => Promise<string>
  scope: string
  /** `form_post`: the response is a form from the service's page (Apple). */
  responseMode?: 'form_post'
  /** LINE signs with the secret of the channel; all others with a published key. */
  signedWith?: 'secret'
  /** http for a local issuer; never in production. */
  insecure?: boolean
  fetch?: oidc.CustomFetch
}

/** While a user waits for a page. */
const timeoutSeconds = 8
const metadataLifeMs = 3_600_000
const scopeOf = (scope: string) => `openid ${scope}`

/** A service that speaks OpenID Connect: authorization code with PKCE, state and nonce. */
export function oidcWay(parts: OidcParts): OAuthProviderName {
  const { id, name, issuer, canProve, clientId } = parts
  const server = serverOf(parts)
  return {
    id,
    name,
    issuer,
    canProve,
    async begin({ state, nonce, verifier, redirectUri, again }) {
      const config = await configured(parts, server)
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: scopeOf(parts.scope),
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(parts.responseMode && { response_mode: parts.responseMode }),
        ...(again && { prompt: 'login', max_age: String(againWithinSeconds) }),
      })
    },
    async finish(journey, answered) {
      if (answered.has('error')) throw failureOf(answered.get('error'))
      const config = await configured(parts, server)
      const claims = await exchanged(config, journey, answered)
      if (parts.signedWith === 'secret') await checkSecretSignature(claims.idToken, await parts.secret(), clientId)
      return proofOf(claims.claims)
    },
  }
}

/** The maximum age of a re-authentication; the login attempt itself judges it more strictly. */
const againWithinSeconds = 300

/** The service's discovery document, fetched once an hour; a failure is not cached. */
function serverOf({ issuer, clientId, insecure, fetch }: OidcParts): () => Promise<oidc.ServerMetadata> {
  let kept: { at: number; metadata: oidc.ServerMetadata } | null = null
  return async () => {
    if (kept && Date.now() - kept.at < metadataLifeMs) return kept.metadata
    const options = {
      timeout: timeoutSeconds,
      ...(insecure && { execute: [oidc.allowInsecureRequests] }),
      ...(fetch && { [oidc.customFetch]: fetch }),
    }
    const config = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, options).catch(unreachable)
    kept = { at: Date.now(), metadata: config.serverMetadata() }
    return kept.metadata
  }
}

async function configured(parts: OidcParts, server: () => Promise<oidc.ServerMetadata>): Promise<oidc.Configuration> {
  const { clientId, signedWith, insecure, fetch } = parts
  const algorithm = signedWith === 'secret' ? { id_token_signed_response_alg: 'HS256' } : {}
  const auth = oidc.ClientSecretPost(await parts.secret())
  const config = new oidc.Configuration(await server(), clientId, algorithm, auth)
  config.timeout = timeoutSeconds
  if (insecure) oidc.allowInsecureRequests(config)
  if (fetch) config[oidc.customFetch] = fetch
  // the signature is verified as well, though the token came straight from the service
  if (signedWith !== 'secret') oidc.enableNonRepudiationChecks(config)
  return config
}

async function exchanged(config: oidc.Configuration, journey: Journey, answered: URLSearchParams) {
  const { state, nonce, verifier, redirectUri, again } = journey
  try {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${redirectUri}?${answered}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
      ...(again && { maxAge: againWithinSeconds }),
    })
    const claims = tokens.claims()
    if (!claims || !tokens.id_token) throw new OAuthFailure('not_accepted')
    return { claims, idToken: tokens.id_token }
  } catch (error) {
    throw error instanceof OAuthFailure
      ? error
      : new OAuthFailure(isOutage(error) ? 'unreachable' : 'not_accepted', error)
  }
}

async function checkSecretSignature(idToken: string, secret: string, audience: string): Promise<void> {
  await jwtVerify(idToken, new TextEncoder().encode(secret), { algorithms: ['HS256'], audience }).catch((error) => {
    throw new OAuthFailure('not_accepted', error)
  })
}

function proofOf(claims: Record<string, unknown> & { iss: string; sub: string }): OAuthProof {
  const text = (claim: unknown) => (typeof claim === 'string' && claim !== '' ? claim : null)
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text(claims.email),
    emailVerified: claims.email_verified,
    name: text(claims.name),
    authAgeMs: typeof claims.auth_time === 'number' ? Date.now() - claims.auth_time * 1000 : null,
  }
}

/** The user declined on the page of the service: not a failure. */
const failureOf = (error: string | null) =>
  new OAuthFailure(
    error === 'access_denied' || error === 'user_cancelled_authorize' || error === 'login_required'
      ? 'cancelled'
      : error === 'temporarily_unavailable' || error === 'server_error'
        ? 'unreachable'
        : 'not_accepted',
    error,
  )

/** No response, no connection, or a response that says that it is unavailable. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TypeError || error.name === 'TimeoutError') return true
  if ('code' in error && error.code === 'OAUTH_TIMEOUT') return true
  // by its methods: the HTTP server replaces the global Response with a class of its own
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'status' in cause && Number(cause.status) >= 500
}

function unreachable(error: unknown): never {
  throw new OAuthFailure('unreachable', error)
}

export type AppleKey = { teamId: string; keyId: string; clientId: string; privateKey: CryptoKey }

/** Apple requires a token signed by our key; five minutes, because it is made for each request. */
export const appleSecret = ({ teamId, keyId, clientId, privateKey }: AppleKey): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience('https://appleid.apple.com')
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(privateKey)
