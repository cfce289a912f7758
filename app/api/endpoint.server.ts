import type { HTTPPath } from '@orpc/contract'
import type { OpenAPI } from '@orpc/openapi'
import { os } from '@orpc/server'
import { z } from 'zod'
import { unprovenAccountOf } from '#authorization/actor.ts'
import type { OrderState } from '#kernel/enums.ts'
import { EmailNotVerified, NotFound, Unauthenticated } from '#kernel/errors.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { Scope } from '#modules/identity/api-scopes.ts'
import type { ApiContext } from './context.ts'
import { problem, problemText } from './problems.server.ts'

/**
 * `who`: `members` needs a session, `anyone` reads one if there is one, `newcomers` ignores it, `staff` needs theirs (only
 * below `/admin/`, and only to read). `scope`: the scope that
 * an integration's token needs; `any` accepts every token, `none` no token. `unproven`: also open to a user whose
 * address is not verified yet.
 */
type EndpointMeta = {
  who: 'members' | 'anyone' | 'newcomers' | 'staff'
  scope: Scope | 'any' | 'none'
  unproven: boolean
}

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: HTTPPath
  tag: string
  scope: EndpointMeta['scope']
  unproven?: boolean
  summary: string
  description?: string
  successStatus?: 200 | 201 | 204
  successDescription?: string
  /** The response has headers of its own: `{ headers, body }`. */
  outputStructure?: 'detailed'
  /** Shown in the documentation. */
  example?: { body?: unknown; answer?: unknown }
}

const ValidationIssues = z.object({
  issues: z.array(z.object({ path: z.string().describe('項目の位置。例 lines.0.qty'), message: z.string() })),
})

const documentedProblem = (status: number, code: keyof typeof problemText) => ({
  [code]: { status, message: problemText[code] },
})

const always = {
  ...documentedProblem(400, 'MALFORMED_REQUEST'),
  ...documentedProblem(404, 'NOT_FOUND'),
  VALIDATION_FAILED: { status: 422, message: problemText.VALIDATION_FAILED, data: ValidationIssues },
  ...documentedProblem(500, 'INTERNAL_ERROR'),
}
const withBody = {
  ...documentedProblem(400, 'BAD_JSON'),
  ...documentedProblem(413, 'PAYLOAD_TOO_LARGE'),
  ...documentedProblem(415, 'UNSUPPORTED_MEDIA_TYPE'),
}
const withoutBody = documentedProblem(400, 'BODY_NOT_ALLOWED')
const withSession = { ...documentedProblem(401, 'UNAUTHENTICATED') }
const withProof = { ...documentedProblem(403, 'EMAIL_NOT_VERIFIED') }
const withRole = { ...documentedProblem(403, 'FORBIDDEN'), ...documentedProblem(403, 'SCOPE_MISSING') }

export const needsKey = documentedProblem(400, 'IDEMPOTENCY_KEY_REQUIRED')
export const mayBeBusy = documentedProblem(503, 'BUSY')
/** For what needs re-authentication within the last ten minutes (authorization/rules.ts). */
export const needsProof = documentedProblem(403, 'PROVE_AGAIN')

/** The accepted kinds of authentication; an integration's token with the scope it needs. */
function secured({ who, scope }: Pick<EndpointMeta, 'who' | 'scope'>): OpenAPI.OperationObject['security'] {
  if (who === 'newcomers') return []
  if (who === 'staff') return [{ staff: [] }]
  const integration = scope === 'none' ? [] : [{ integration: scope === 'any' ? [] : [scope] }]
  return [...(who === 'anyone' ? [{}] : []), { bearer: [] }, { session: [] }, ...integration]
}

/** Who may call is checked before the input is parsed. */
const operations = os
  .$context<ApiContext>()
  .$meta<EndpointMeta>({ who: 'members', scope: 'none', unproven: false })
  .use(async ({ procedure, context, next }) => {
    const { who, scope, unproven } = procedure['~orpc'].meta
    if (who === 'newcomers') return next()
    if (unprovenAccountOf(context.ctx.actor))
      return who === 'anyone' || unproven ? asUnproven(next()) : refuseUnproven()
    const turnedAway = context.ctx.actor.kind === 'visitor' && (who !== 'anyone' || context.token !== null)
    if (turnedAway) throw new Unauthenticated('api')
    // members have the same use cases at addresses of their own
    if (who === 'staff' && context.ctx.actor.kind !== 'staff') throw new NotFound('api')
    if (scope !== 'any' && context.scopes && !context.scopes.some((given) => given === scope))
      throw problem('SCOPE_MISSING', 403)
    return next()
  })

/**
 * Every operation for members refuses an account whose address is not verified with a code of its own, not as if it
 * were signed out.
 */
async function asUnproven<T>(answer: PromiseLike<T> | T): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw error instanceof Unauthenticated ? new EmailNotVerified('api') : error
  }
}

function refuseUnproven(): never {
  throw new EmailNotVerified('api')
}

/** One endpoint: its address, its texts, who may call it, and its responses besides success. */
export function endpoint(who: EndpointMeta['who'], { tag, scope, unproven = false, example, ...route }: Endpoint) {
  return operations
    .meta({ who, scope, unproven })
    .route({
      ...route,
      tags: [tag],
      inputStructure: 'detailed',
      spec: (operation) => documented({ ...operation, security: secured({ who, scope }) }, example),
    })
    .errors({
      ...always,
      ...(route.method === 'GET' || route.method === 'DELETE' ? withoutBody : withBody),
      ...(who === 'newcomers' ? {} : withSession),
      ...(who === 'members' || who === 'staff' ? withRole : {}),
      ...(who === 'newcomers' || unproven ? {} : withProof),
    })
}

/** Refusals of the business as responses: 409, the code in capitals, the Japanese sentence. */
export const refusals = <R extends string>(
  codes: readonly R[],
  text: (refusal: R, detail?: RefusalDetail) => string,
  status = 409,
): Record<string, { status: number; message: string }> =>
  Object.fromEntries(codes.map((code) => [code.toUpperCase(), { status, message: text(code, exampleDetail) }]))

/** Sample values for the sentences in the documentation. */
const exampleDetail = { max: 12, min: 1, step: 2, limit: 50_000, lowerKg: 1.62, state: 'shipped' satisfies OrderState }

/** Parameters and responses described in words, and the examples. */
function documented(operation: OpenAPI.OperationObject, example: Endpoint['example']): OpenAPI.OperationObject {
  for (const parameter of operation.parameters ?? []) {
    if (!('name' in parameter)) continue
    if (parameter.name === 'idempotency-key') parameter.name = 'Idempotency-Key'
    if (parameter.schema && 'description' in parameter.schema) parameter.description = parameter.schema.description
  }
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    if (!('description' in response)) continue
    response.description = statusText[status] ?? response.description
    if (status.startsWith('2') && 'content' in response) setExample(response.content, example?.answer)
  }
  const body = operation.requestBody
  if (body && 'content' in body) setExample(body.content, example?.body)
  return operation
}

function setExample(content: Record<string, OpenAPI.MediaTypeObject> | undefined, example: unknown): void {
  const json = content?.['application/json']
  if (json && example !== undefined) json.example = example
}

const statusText: Record<string, string> = {
  200: '成功',
  201: '成功（新規作成）',
  204: '成功（本文なし）',
  400: '本文の形式・ヘッダー・URLが正しくない',
  401: 'サインインしていない',
  403: '権限がない、またはメールアドレスの確認が完了していない',
  404: '見つからない（閲覧権限がない場合も含む）',
  409: '業務上、実行できない。code と message に理由',
  412: 'If-Match の後に変更された。再取得が必要',
  413: '本文が大きすぎる',
  415: 'application/json ではない',
  422: '入力の誤り。detail.issues に項目ごとの理由',
  429: '試行回数の超過。Retry-After の秒数を待つ',
  500: 'サーバーの不具合。requestId をお知らせください',
  503: '混雑中。Retry-After の秒数を待つ',
}
