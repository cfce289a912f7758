import { data, isRouteErrorResponse } from 'react-router'
import { isUnanswered } from '#ui/unanswered.ts'
import type { Problem } from '#web/form.ts'

/**
 * Submits a form; if it did not get through, the page stays unchanged with everything that was typed. Submitting again
 * is harmless: the form carries its own key. `instead` may handle it another way.
 */
export async function stayWhenOffline<Answer, Instead = never>(
  send: () => Promise<Answer>,
  instead?: () => Promise<Instead | null>,
) {
  try {
    return await send()
  } catch (error) {
    if (!didNotGetThrough(error)) throw error
    const other = await instead?.().catch(() => null)
    if (other) return other
    const problem: Problem = { fields: {}, summary: 'オフラインです。接続後に押してください。', typed: {} }
    return data({ problem }, { status: 503 })
  }
}

/** There is no network, or a proxy answers while our server does not. */
export const didNotGetThrough = (error: unknown): boolean =>
  isUnanswered(error) || (isRouteErrorResponse(error) && error.status >= 502 && error.status <= 504)
