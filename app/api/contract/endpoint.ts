import { type HTTPPath, oc } from '@orpc/contract'
import type { OpenAPI } from '@orpc/openapi'
import { z } from 'zod'
import type { OrderState } from '#kernel/enums.ts'
import type { RefusalDetail } from '#kernel/result.ts'
import type { Scope } from '#modules/identity/api-scopes.ts'

/**
 * `who`: `members` needs a session, `anyone` reads one if there is one, `newcomers` ignores it. `scope`: the scope that
 * an integration's token needs; `any` accepts every token, `none` no token. `unproven`: also open to a user whose
 * address is not verified yet.
 */
type EndpointMeta = { who: 'members' | 'anyone' | 'newcomers'; scope: Scope | 'any' | 'none'; unproven: boolean }

type Endpoint = {
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
  issues: z.array(z.object({ path: z.string().describe('欄の場所。例 lines.0.qty'), message: z.string() })),
})

/** What every endpoint may answer; the sentences are those of problems.server.ts. */
export const problemText = {
  BAD_JSON:
    'JSONを読み取れません。構文、UTF-8、同じ名前の重複、入れ子の深さ（32まで）、使えない名前（__proto__ など）を確認してください。',
  MALFORMED_REQUEST: 'URLに読み取れない文字が含まれています。UTF-8でエンコードしてください（%00 は使えません）。',
  BODY_NOT_ALLOWED: 'この操作に本文は付けられません。',
  METHOD_NOT_ALLOWED: 'このメソッドは使えません。使えるものはヘッダー Allow にあります。',
  PAYLOAD_TOO_LARGE: '送る内容が大きすぎます。',
  IDEMPOTENCY_KEY_REQUIRED:
    'ヘッダー Idempotency-Key（8〜200文字）を付けてください。同じ操作を送り直すときは同じ値にします。',
  UNAUTHENTICATED: 'サインインが必要です。トークンが正しいか、期限が切れていないか見てください。',
  FORBIDDEN: 'この操作をする権限がありません。',
  EMAIL_NOT_VERIFIED:
    'メールアドレスの確認が終わっていません。確認のメールのボタンを押してから、もう一度お試しください。メールは POST /me/email-verification で再送できます。',
  PROVE_AGAIN:
    'この操作には、10分以内の本人確認が必要です。サインインし直して新しいトークンを受け取り、もう一度お試しください。連携用トークンではできません。',
  SCOPE_MISSING: '連携用トークンに、この操作のゆるしがありません。設定の「連携用トークン」でつくりなおしてください。',
  BUSY: 'いま、こみあっています。少し待ってから、もう一度お試しください。',
  NOT_FOUND: '見つかりません。',
  UNSUPPORTED_MEDIA_TYPE: '本文は Content-Type: application/json で送ってください。',
  VALIDATION_FAILED: '入力に直すところがあります。',
  INTERNAL_ERROR: 'エラーが起きました。時間をおいて、もう一度お試しください。',
} as const

const problem = (status: number, code: keyof typeof problemText) => ({ [code]: { status, message: problemText[code] } })

const always = {
  ...problem(400, 'MALFORMED_REQUEST'),
  ...problem(404, 'NOT_FOUND'),
  VALIDATION_FAILED: { status: 422, message: problemText.VALIDATION_FAILED, data: ValidationIssues },
  ...problem(500, 'INTERNAL_ERROR'),
}
const withBody = {
  ...problem(400, 'BAD_JSON'),
  ...problem(413, 'PAYLOAD_TOO_LARGE'),
  ...problem(415, 'UNSUPPORTED_MEDIA_TYPE'),
}
const withoutBody = problem(400, 'BODY_NOT_ALLOWED')
const withSession = { ...problem(401, 'UNAUTHENTICATED') }
const withProof = { ...problem(403, 'EMAIL_NOT_VERIFIED') }
const withRole = { ...problem(403, 'FORBIDDEN'), ...problem(403, 'SCOPE_MISSING') }

export const needsKey = problem(400, 'IDEMPOTENCY_KEY_REQUIRED')
export const mayBeBusy = problem(503, 'BUSY')
/** For what needs re-authentication within the last ten minutes (authorization/rules.ts). */
export const needsProof = problem(403, 'PROVE_AGAIN')

/** The accepted kinds of authentication; an integration's token with the scope it needs. */
function secured({ who, scope }: Pick<EndpointMeta, 'who' | 'scope'>): OpenAPI.OperationObject['security'] {
  if (who === 'newcomers') return []
  const integration = scope === 'none' ? [] : [{ integration: scope === 'any' ? [] : [scope] }]
  return [...(who === 'anyone' ? [{}] : []), { bearer: [] }, { session: [] }, ...integration]
}

/** One endpoint of the contract: its address, its texts, who may call it, and its responses besides success. */
export function endpoint(who: EndpointMeta['who'], { tag, scope, unproven = false, example, ...route }: Endpoint) {
  return oc
    .$meta<EndpointMeta>({ who: 'members', scope: 'none', unproven: false })
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
      ...(who === 'members' ? withRole : {}),
      ...(who === 'newcomers' || unproven ? {} : withProof),
    })
}

/** Refusals of the business as responses: 409, the code in capitals, the Japanese sentence. */
export const refusals = <R extends string>(
  codes: readonly R[],
  text: (refusal: R, detail?: RefusalDetail) => string,
): Record<string, { status: number; message: string }> =>
  Object.fromEntries(codes.map((code) => [code.toUpperCase(), { status: 409, message: text(code, exampleDetail) }]))

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
  200: 'できました',
  201: 'できました（新しく作られました）',
  204: 'できました（本文なし）',
  400: '本文の形か、ヘッダーか、URLがちがう',
  401: 'サインインできていない',
  403: '権限がないか、メールアドレスの確認が終わっていない',
  404: '見つからない（見る権利のないものも）',
  409: '業務上できない。code と message に理由',
  412: 'If-Match のあとに変わった。もう一度読む',
  413: '本文が大きすぎる',
  415: 'application/json ではない',
  422: '入力のまちがい。detail.issues に欄ごとの理由',
  429: '試しすぎ。Retry-After の秒数を待つ',
  500: 'こちらの不具合。requestId を知らせてください',
  503: 'こみあっている。Retry-After の秒数を待つ',
}
