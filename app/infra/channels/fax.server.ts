import type { Channel } from '#kernel/channel.ts'

/** A line may be busy for a while; the service answers when it has accepted the sheet, not when it has arrived. */
const timeoutMs = 20_000

/**
 * POSTs `{"to": "0312345678", "title": "…", "file": "<PDF in base64>"}`. User and password of the URL are sent as Basic
 * authorization. The same `Idempotency-Key` is the same sheet. 422: a number that cannot be called.
 */
export function faxChannel(faxUrl: string): Channel {
  const url = new URL(faxUrl)
  const login = [url.username, url.password].map(decodeURIComponent).join(':')
  url.username = ''
  url.password = ''
  return {
    name: 'fax',
    kind: 'http',
    description: url.host,
    atOnce: 4,
    async send({ id, to, title, sheet }) {
      if (!sheet) return { end: 'refused', reason: 'there is no sheet' }
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
        },
        body: JSON.stringify({ to, title, file: Buffer.from(sheet).toString('base64') }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const said = (await answer.text()).slice(0, 200)
      if (answer.ok) return { end: 'sent' }
      const reason = `the fax service answered ${answer.status} ${said}`
      if (answer.status === 422) return { end: 'gone', reason }
      if (answer.status === 400) return { end: 'refused', reason }
      throw new Error(reason)
    },
  }
}
