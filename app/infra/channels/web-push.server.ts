import type { Carried, Channel, Outgoing } from '#kernel/channel.ts'
import { ForbiddenAddress, type SafeFetch } from '#kernel/safe-fetch.ts'

type Keys = { publicKey: string; privateKey: string; contact: string }

/** A week: a browser that was not opened for longer gets no outdated notifications. */
const longestSeconds = 7 * 24 * 3_600

/**
 * Web push (RFC 8030): the text is encrypted for the one browser (RFC 8291, `aes128gcm`), and signed by us (VAPID, RFC
 * 8292), so that the service can neither read it nor accept messages of others in our name. `post` refuses addresses
 * that are not on the public internet: they come from browsers.
 */
export const pushChannel = ({ publicKey, privateKey, contact }: Keys, { post }: Pick<SafeFetch, 'post'>): Channel => ({
  name: 'push',
  kind: 'http',
  description: 'web push',
  atOnce: 10,
  async send(message): Promise<Carried> {
    if (!message.keys) return { end: 'gone', reason: 'a browser without keys' }
    const { default: webPush } = await import('web-push')
    const { endpoint, headers, body } = webPush.generateRequestDetails(
      { endpoint: message.to, keys: message.keys },
      JSON.stringify(pushWords(message)),
      {
        vapidDetails: { subject: contact, publicKey, privateKey },
        contentEncoding: 'aes128gcm',
        TTL: Math.min(message.usefulForSeconds ?? longestSeconds, longestSeconds),
        urgency: message.kind === 'question' ? 'high' : 'normal',
        // of a repeated one the service keeps one
        topic: message.id.replaceAll('-', ''),
      },
    )
    try {
      const answer = await post(endpoint, { headers: asText(headers), body: body ?? '' })
      if (answer.status >= 200 && answer.status < 300) return { end: 'sent' }
      const reason = `the push service answered ${answer.status} ${answer.text.slice(0, 200)}`
      if (answer.status === 404 || answer.status === 410) return { end: 'gone', reason }
      if (answer.status === 400 || answer.status === 413) return { end: 'refused', reason }
      throw new Error(reason)
    } catch (error) {
      if (error instanceof ForbiddenAddress) return { end: 'gone', reason: error.message }
      throw error
    }
  },
})

/** The message to the page's service worker. `tag`: a repeated one replaces the first. */
export const pushWords = ({ id, kind, title, body, address }: Omit<Outgoing, 'sheet'>) => {
  const { pathname, search, hash } = new URL(address)
  return { title, body: body.slice(0, 500), path: pathname + search + hash, tag: id, kind }
}

const asText = (headers: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      /^content-length$/i.test(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  )
