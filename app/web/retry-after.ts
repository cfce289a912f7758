import { createContext, type RouterContextProvider } from 'react-router'

/** Seconds after which this request may be retried; read by server/app.ts. */
export const retryAfter = createContext<number | null>(null)

/**
 * Status and header of a temporary refusal: the one place where pages and files make a 429 or a 503. `seconds` is
 * exact, as stated by the limit that was reached.
 */
export const tryLater = (seconds: number, status: 429 | 503 = 429) => ({
  status,
  headers: { 'retry-after': String(seconds) },
})

/**
 * React Router drops the headers of loaders and actions if a route names none. Their Retry-After is stored with the
 * request, to be set on its response.
 */
export function noteRetryAfter(context: Readonly<RouterContextProvider>, answer: unknown): void {
  const seconds = Number(headersOf(answer)?.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds)) context.set(retryAfter, seconds)
}

function headersOf(answer: unknown): Headers | null {
  if (answer instanceof Response) return answer.headers
  if (typeof answer !== 'object' || answer === null || !('init' in answer)) return null
  const { init } = answer
  const isInit = (it: unknown): it is ResponseInit => typeof it === 'object' && it !== null
  return isInit(init) ? new Headers(init.headers) : null
}
