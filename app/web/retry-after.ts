import { createContext, type RouterContextProvider } from 'react-router'

/** Seconds after which the answer to this request may be asked for again; read by server/app.ts. */
export const retryAfter = createContext<number | null>(null)

/**
 * The status and the header of an answer that is given later, not never: the one place where pages and files make a 429
 * or a 503. `seconds` is the truth, as the limit that was reached says it.
 */
export const tryLater = (seconds: number, status: 429 | 503 = 429) => ({
  status,
  headers: { 'retry-after': String(seconds) },
})

/**
 * React Router drops the headers of loaders and actions where a route names none. What one of them said about trying
 * again goes along with the request, to be put on its answer.
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
