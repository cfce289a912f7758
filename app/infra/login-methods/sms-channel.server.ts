import type { Settings } from '#infra/settings.server.ts'
import type { Phone } from '#kernel/phone.ts'
import type { SmsChannel } from '#kernel/sms-channel.ts'

/** While a user waits for a page. */
const timeoutMs = 8_000

/**
 * How text messages are sent: by the service at SMS_URL, or into the database in development. null in production
 * without a service: then sign-in by phone is not offered at all.
 */
export function smsChannel({ SMS_URL, APP_ENV }: Pick<Settings, 'SMS_URL' | 'APP_ENV'>): SmsChannel | null {
  if (SMS_URL) return httpSms(SMS_URL)
  if (APP_ENV === 'production') return null
  return { kind: 'kept', description: 'データベースに保存します（/test/messages で確認できます）' }
}

/**
 * POSTs `{"to": "+81…", "text": "…"}`. User and password of the URL are sent as Basic authorization, so that no log of
 * URLs contains them. Any response but 2xx is a failure. The same `Idempotency-Key` is the same message.
 */
export function httpSms(address: string): Extract<SmsChannel, { kind: 'http' }> {
  const url = new URL(address)
  const login = [url.username, url.password].map(decodeURIComponent).join(':')
  url.username = ''
  url.password = ''
  const headers = {
    'content-type': 'application/json',
    ...(login !== ':' && { authorization: `Basic ${Buffer.from(login).toString('base64')}` }),
  }
  return {
    kind: 'http',
    description: url.host,
    async send(to: Phone, text: string, id?: string) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...headers, ...(id && { 'idempotency-key': id }) },
        body: JSON.stringify({ to, text }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the SMS service answered ${answer.status}`)
    },
  }
}
