import type { Message } from '../conversation.ts'

/** The result of a request: a response, the server's refusal, or no connection. */
export type Came<T> =
  | { kind: 'done'; value: T }
  | { kind: 'refused'; sentence: string }
  | { kind: 'later'; why: 'line' | 'signed_out' }

/** Milliseconds to wait for a response: on a dead connection, none ever arrives. */
const patience = { message: 30_000, photo: 120_000 } as const

type With = {
  /** The mark of the user for whom the page was rendered (ui/device/use-owner.ts); requests fail for any other. */
  by: string | null
  key?: string
  body?: unknown
}

/** Calls the API for conversations with the session of the page. */
export async function conversationApi<T>(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  sent: With,
): Promise<Came<T>> {
  return asked(`/api/talks${path}`, method, { ...sent, within: patience.message })
}

async function asked<T>(
  address: string,
  method: string,
  { by, key, body, within }: With & { within: number },
): Promise<Came<T>> {
  const answer = await fetch(address, {
    method,
    headers: {
      ...(by !== null && { 'x-pressed-by': by }),
      ...(key && { 'idempotency-key': key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(within),
  }).catch(() => null)
  if (!answer || answer.status >= 500 || answer.status === 429) return { kind: 'later', why: 'line' }
  if (answer.status === 401) return { kind: 'later', why: 'signed_out' }
  const told: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
  // the connection broke in the middle of the response
  if (answer.ok && told === null && answer.status !== 204) return { kind: 'later', why: 'line' }
  if (answer.ok) return { kind: 'done', value: told as T }
  const isTold = typeof told === 'object' && told !== null
  const sentence = isTold && 'message' in told && typeof told.message === 'string' ? told.message : null
  return { kind: 'refused', sentence: sentence ?? '送信できませんでした。画面を開き直してください。' }
}

/**
 * Sends the nth photo before its message, whose key identifies all of them; each is stored once, however often it is
 * sent.
 */
export async function sentPhoto(
  { key, nth, by }: { key: string; nth: number; by: string },
  blob: Blob,
): Promise<Came<{ key: string }>> {
  const body = { form: key, data: await base64(blob) }
  return asked('/api/claim-photos', 'POST', { by, key: `${key}.${nth}`, body, within: patience.photo })
}

const base64 = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(blob)
  })

/** A message in JSON: its dates are texts. */
export type MessageInJson = Omit<Message, 'sentAt' | 'editedAt' | 'removedAt'> & {
  sentAt: string
  editedAt: string | null
  removedAt: string | null
}

export const readMessage = (it: MessageInJson | Message): Message => ({
  ...it,
  sentAt: new Date(it.sentAt),
  editedAt: it.editedAt === null ? null : new Date(it.editedAt),
  removedAt: it.removedAt === null ? null : new Date(it.removedAt),
})

/** Whether the data of a stream is a message with both its sides. */
export function messageIn(data: unknown): { farmId: string; restaurantId: string; message: Message } | null {
  if (typeof data !== 'object' || data === null || !('message' in data)) return null
  if (!('farmId' in data && 'restaurantId' in data)) return null
  const { farmId, restaurantId, message } = data
  if (typeof farmId !== 'string' || typeof restaurantId !== 'string') return null
  return { farmId, restaurantId, message: readMessage(message as MessageInJson) }
}
