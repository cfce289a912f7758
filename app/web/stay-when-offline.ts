import { data } from 'react-router'
import type { Problem } from '#web/form.ts'

/**
 * Sends a form, and if it did not get through the page stays as it is with all that was typed;
 * fetch says so with a TypeError. Pressing again is harmless: the form carries its own key.
 * `instead` may find another way for it.
 */
export async function stayWhenOffline<Answer, Instead = never>(
  send: () => Promise<Answer>,
  instead?: () => Promise<Instead | null>,
) {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    const other = await instead?.().catch(() => null)
    if (other) return other
    const problem: Problem = { fields: {}, summary: '圏外です。つながってから押してください。', typed: {} }
    return data({ problem }, { status: 503 })
  }
}
