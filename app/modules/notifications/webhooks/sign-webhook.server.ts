import { createHmac } from 'node:crypto'

/** The header by which a receiver verifies that a message is ours, and not replayed. */
export const signatureHeader = 'une-signature'

/**
 * `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA-256 with the webhook's secret over `<t>.<body>`. It contains the time, so
 * that a recorded message cannot be replayed later: a receiver accepts nothing older than five minutes.
 */
export function signatureOf(secret: string, body: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`
}
