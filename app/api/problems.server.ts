import { ValidationError } from '@orpc/contract'
import { ORPCError } from '@orpc/server'
import {
  Busy,
  EmailNotVerified,
  Forbidden,
  isProviderUnavailable,
  NotFound,
  providerWaitSeconds,
  ReauthRequired,
  TooMany,
  Unauthenticated,
} from '#kernel/errors.ts'
import type { RefusalDetail, Result } from '#kernel/result.ts'

/** What every endpoint may answer, and its sentence. */
export const problemText = {
  BAD_JSON:
    'JSONを読み取れません。構文、UTF-8、同じ名前の重複、入れ子の深さ（32まで）、使用できない名前（__proto__ など）を確認してください。',
  MALFORMED_REQUEST: 'URLに読み取れない文字が含まれています。UTF-8でエンコードしてください（%00 は使用できません）。',
  BODY_NOT_ALLOWED: 'この操作に本文は付けられません。',
  METHOD_NOT_ALLOWED: 'このメソッドは使用できません。使用できるメソッドはヘッダー Allow を確認してください。',
  PAYLOAD_TOO_LARGE: '送信内容が大きすぎます。',
  IDEMPOTENCY_KEY_REQUIRED:
    'ヘッダー Idempotency-Key（8〜200文字）を付けてください。同じ操作を再送する場合は同じ値にします。',
  UNAUTHENTICATED: 'サインインが必要です。トークンが正しいか、期限が切れていないかを確認してください。',
  FORBIDDEN: 'この操作をする権限がありません。',
  EMAIL_NOT_VERIFIED:
    'メールアドレスの確認が完了していません。確認メールのボタンを押してから、もう一度お試しください。メールは POST /me/email-verification で再送できます。',
  PROVE_AGAIN:
    'この操作には、10分以内の本人確認が必要です。サインインし直して新しいトークンを取得し、もう一度お試しください。連携用トークンでは操作できません。',
  SCOPE_MISSING: '連携用トークンに、この操作の権限がありません。設定の「連携用トークン」で作成し直してください。',
  BUSY: '現在アクセスが集中しています。少し待ってから、もう一度お試しください。',
  NOT_FOUND: '見つかりません。',
  UNSUPPORTED_MEDIA_TYPE: '本文は Content-Type: application/json で送信してください。',
  VALIDATION_FAILED: '入力内容に修正が必要な箇所があります。',
  INTERNAL_ERROR: 'エラーが発生しました。時間をおいて、もう一度お試しください。',
} as const

type ProblemCode = keyof typeof problemText
type Issue = { path: string; message: string }

/** A response other than success; its sentence is the contract's. */
export const problem = (code: ProblemCode, status: number, data?: unknown) =>
  new ORPCError(code, { status, message: problemText[code], data })

/** The value, or the refusal as a response: 409, the code in capitals, the Japanese sentence. */
export function granted<T, R extends string>(
  result: Result<T, R>,
  text: (refusal: R, detail?: RefusalDetail) => string,
): T {
  if (result.ok) return result.value
  throw new ORPCError(result.refusal.toUpperCase(), {
    status: 409,
    message: text(result.refusal, result.detail),
    data: result.detail,
  })
}

/** Rate limited: 429, with the seconds to wait in the body and as `Retry-After` (handler.server.ts). */
export const tooMany = (code: string, message: string, waitSeconds: number) =>
  new ORPCError(code, { status: 429, message, data: { waitSeconds } })

/** The seconds after which a 429 or 503 may be retried; null for every other response. */
export function retryAfterOf(error: ORPCError<string, unknown>): number | null {
  const { data } = error
  const isTold = typeof data === 'object' && data !== null && 'waitSeconds' in data
  return isTold && typeof data.waitSeconds === 'number' ? data.waitSeconds : null
}

/** Errors thrown by use cases and by the router, as responses; null for unexpected ones. */
export function foreseen(error: unknown): ORPCError<string, unknown> | null {
  if (error instanceof NotFound) return problem('NOT_FOUND', 404)
  if (error instanceof Forbidden) return problem('FORBIDDEN', 403)
  if (error instanceof EmailNotVerified) return problem('EMAIL_NOT_VERIFIED', 403)
  if (error instanceof ReauthRequired) return problem('PROVE_AGAIN', 403)
  if (error instanceof Unauthenticated) return problem('UNAUTHENTICATED', 401)
  if (error instanceof Busy) return problem('BUSY', 503, { waitSeconds: error.seconds })
  if (isProviderUnavailable(error)) return problem('BUSY', 503, { waitSeconds: providerWaitSeconds })
  if (error instanceof TooMany) return tooMany('TOO_MANY_TRIES', error.message, error.seconds)
  if (!(error instanceof ORPCError)) return null
  if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) return wrongInput(error.cause.issues)
  return error.status < 500 ? error : null
}

/** A malformed id in the path is not found; a missing key has its own error; the rest is reported field by field. */
function wrongInput(issues: ValidationError['issues']): ORPCError<string, unknown> {
  const found = issues.flatMap(flat)
  if (found.some(({ path }) => path[0] === 'params')) return problem('NOT_FOUND', 404)
  if (found.some(({ path }) => path[0] === 'headers')) return problem('IDEMPOTENCY_KEY_REQUIRED', 400)
  return problem('VALIDATION_FAILED', 422, {
    issues: found.map(({ path, message }): Issue => ({ path: path.slice(1).join('.'), message })),
  })
}

/** The messages of a form, each at its field, under the field's API name. */
export const wrongFields = (fields: Readonly<Record<string, string>>, nameOf = (field: string) => field) =>
  problem('VALIDATION_FAILED', 422, {
    issues: Object.entries(fields).map(([field, message]): Issue => ({ path: nameOf(field), message })),
  })

const flat = (issue: ValidationError['issues'][number]) => ({
  path: (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step)),
  message: issue.message,
})

/** The body of every response other than success. */
export const problemBody = (error: ORPCError<string, unknown>) => ({
  code: error.code,
  message: error.message,
  ...(error.data !== undefined && { detail: error.data }),
})
