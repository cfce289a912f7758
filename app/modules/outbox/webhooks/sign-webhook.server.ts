import { createHmac } from 'node:crypto'

/** The header by which a receiver knows that a message is ours, and not an old one again. */
export const signatureHeader = 'une-signature'

/**
 * `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA-256 with the webhook's secret over `<t>.<body>`. The time is in it, so that
 * whoever recorded a message cannot send it again later: a receiver takes nothing that is older than five minutes.
 */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
