import type { Answer } from './mutation-sender.ts'
import type { QueuedMutation } from './queued-mutation.ts'

/** The server is not there, or has no time for any request: nothing else would get through either. */
const waits: ReadonlySet<number> = new Set([408, 429, 502, 503, 504])

/**
 * Sends one mutation. The server is told whose it is, and how long ago it was made: not when, because the clock of a
 * device may be wrong, but elapsed time is not.
 */
export async function postQueuedMutation(press: QueuedMutation): Promise<Answer> {
  const body = new FormData()
  for (const [name, value] of press.fields) body.append(name, value)
  body.set('key', press.key)
  const headers = {
    'x-pressed-by': press.owner,
    'x-pressed-ago': String(Math.max(0, Math.round(Date.now() - press.pressedAt))),
  }
  const answer = await fetch(press.to, { method: 'POST', body, headers, redirect: 'error' }).catch(() => null)
  if (!answer || waits.has(answer.status)) return { kind: 'later', why: 'line' }
  if (answer.status >= 500) return { kind: 'later', why: 'fault' }
  if (answer.status === 401) return { kind: 'later', why: 'signed_out' }
  const told: unknown = await answer.json().catch(() => null)
  // the captive portal of a hotel or a ship answers instead of our server, with status 200
  if (answer.ok) return told === null ? { kind: 'later', why: 'line' } : { kind: 'done', body: told }
  const isTold = typeof told === 'object' && told !== null
  const sentence = isTold && 'sentence' in told && typeof told.sentence === 'string' ? told.sentence : null
  return { kind: 'refused', sentence: sentence ?? '送信できませんでした。画面を開き直してください。' }
}
