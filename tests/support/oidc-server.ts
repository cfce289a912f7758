import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/** A user of the service. */
export type ServicePerson = { sub: string; email?: string; email_verified?: unknown; name?: string }

export type OidcServer = { issuer: string; close(): Promise<void> }

/** A local OpenID Connect provider with one page, on which a user says who they are. `people`: the users it offers by name. */
export async function startOidcServer({
  port = 0,
  callback,
  people,
}: {
  port?: number
  callback: string
  people: readonly ServicePerson[]
}): Promise<OidcServer> {
  const http = createServer()
  await new Promise<void>((ready) => http.listen(port, '127.0.0.1', ready))
  const address = http.address()
  const at = typeof address === 'object' && address ? address.port : port
  const issuer = `http://localhost:${at}`
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'une-to-sara',
        client_secret: 'secret-of-the-tests',
        redirect_uris: [callback],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_ctx: unknown, sub: string) => {
      const person = people.find((it) => it.sub === sub)
      return person && { accountId: sub, claims: async () => ({ ...person }) }
    },
    cookies: { keys: ['a key of the tests'] },
    jwks: undefined,
  })
  const answer = provider.callback()
  http.on('request', async (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      const names = people.map(({ sub }) => `<button name="sub" value="${sub}">${sub}</button>`).join('')
      response.end(
        `<!doctype html><title>service</title><form method="post">${names}<button name="no">no</button></form>`,
      )
      return
    }
    const sent = new URLSearchParams(await bodyOf(request))
    if (sent.has('no'))
      return provider.interactionFinished(
        request,
        response,
        { error: 'access_denied' },
        { mergeWithLastSubmission: false },
      )
    const accountId = sent.get('sub') ?? session?.accountId ?? ''
    const grant = new provider.Grant({ accountId, clientId: String(params.client_id) })
    grant.addOIDCScope(String(params.scope))
    const consent = { grantId: await grant.save() }
    await provider.interactionFinished(
      request,
      response,
      { ...(prompt.name === 'login' && { login: { accountId } }), consent },
      { mergeWithLastSubmission: true },
    )
  })
  return {
    issuer,
    close: () =>
      new Promise<void>((done) => {
        http.close(() => done())
        http.closeAllConnections()
      }),
  }
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
