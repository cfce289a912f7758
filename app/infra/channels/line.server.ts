import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Carried, Channel, Outgoing } from '#kernel/channel.ts'
import type { LineMessage, QuickReply } from '#kernel/line-message.ts'

type Line = { token: string; api: string }

const timeoutMs = 10_000

/** The text of a notification is cut to this length, but not the link after it; LINE accepts 5,000 characters. */
const mostWords = 1_000

/**
 * A client for the part of the LINE Messaging API that we need: a message to one user, and the reply to an incoming
 * message. LINE accepts a message once per retry key, so a repeated one arrives once.
 */
export function lineClient({ token, api }: Line) {
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${api}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    async push(to: string, messages: readonly LineMessage[], retryKey: string): Promise<Carried> {
      const answer = await post('/v2/bot/message/push', { to, messages }, { 'x-line-retry-key': retryKey })
      const said = (await answer.text()).slice(0, 300)
      // 409: it was accepted in an earlier attempt
      if (answer.ok || answer.status === 409) return { end: 'sent' }
      const reason = `LINE answered ${answer.status} ${said}`
      // 400 is about the message if it names one, and otherwise about the receiver
      const aboutMessage = answer.status === 400 && /messages\[\d+\]/.test(said)
      if (answer.status === 403 || aboutMessage) return { end: 'refused', reason }
      if (answer.status === 400 || answer.status === 404) return { end: 'gone', reason }
      throw new Error(reason)
    },
    /** The reply to an incoming message; the token is valid once, for about a minute. */
    async reply(replyToken: string, messages: readonly LineMessage[]): Promise<void> {
      const answer = await post('/v2/bot/message/reply', { replyToken, messages })
      await answer.body?.cancel()
      if (!answer.ok && answer.status !== 400) throw new Error(`LINE answered ${answer.status}`)
    },
  }
}

/**
 * A notification on LINE: its text and a link. A question whether an order can be sent has its answers as buttons; the
 * contents and numbers of the boxes are typed on the page.
 */
export function lineMessage({ kind, title, body, address, answer }: Omit<Outgoing, 'sheet'>): LineMessage {
  const asked = kind === 'question'
  const door = answer ? `${asked ? '回答する' : '報告する'}（サインイン不要）\n${answer.address}` : address
  const words = [`【${title}】`, body].filter(Boolean).join('\n').slice(0, mostWords)
  const text = `${words}\n${door}`
  if (!answer || !asked) return { type: 'text', text }
  const press = (label: string, doing: string): QuickReply => ({
    type: 'action',
    action: { type: 'postback', label, data: `answer=${answer.token}&do=${doing}`, displayText: label },
  })
  const part: QuickReply = {
    type: 'action',
    action: { type: 'uri', label: '一部なら出荷できます', uri: answer.address },
  }
  return {
    type: 'text',
    text,
    quickReply: { items: [press('すべて出荷できます', 'all'), part, press('出荷できません', 'none')] },
  }
}

export const lineChannel = (line: Line): Channel => ({
  name: 'line',
  kind: 'http',
  description: new URL(line.api).host,
  atOnce: 10,
  send: (message) => lineClient(line).push(message.to, [lineMessage(message)], message.id),
})

/** Whether a body really comes from LINE: HMAC-SHA-256 over its bytes, in base64 (header X-Line-Signature). */
export function isFromLine(secret: string, body: Uint8Array, signature: string | null): boolean {
  if (!signature) return false
  const ours = createHmac('sha256', secret).update(body).digest()
  const theirs = Buffer.from(signature, 'base64')
  return theirs.length === ours.length && timingSafeEqual(ours, theirs)
}
