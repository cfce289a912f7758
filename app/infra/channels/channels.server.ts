import type { Settings } from '#infra/settings.server.ts'
import type { Channel, Channels, Ringing } from '#kernel/channel.ts'
import type { RingingChannel } from '#kernel/notification-enums.ts'
import type { SafeFetch } from '#kernel/safe-fetch.ts'
import type { SmsChannel } from '#kernel/sms-channel.ts'
import { faxChannel } from './fax.server.ts'
import { isFromLine, lineChannel, lineClient } from './line.server.ts'
import { smsNotifications } from './sms.server.ts'
import { pushChannel } from './web-push.server.ts'

/** The configured channels; in development, fax and LINE are recorded as sent without being sent. */
export function ringingOf(settings: Settings, sms: SmsChannel | null, out: SafeFetch): Ringing {
  const { LINE_CHANNEL_TOKEN: token, LINE_CHANNEL_SECRET: secret, LINE_ACCOUNT: name, LINE_API: api } = settings
  const { PUSH_PUBLIC_KEY: publicKey, PUSH_PRIVATE_KEY: privateKey, PUSH_CONTACT: contact } = settings
  const kept = settings.APP_ENV === 'production' ? () => undefined : keptChannel
  const channels = {
    push: publicKey && privateKey && contact ? pushChannel({ publicKey, privateKey, contact }, out) : undefined,
    line: token ? lineChannel({ token, api }) : undefined,
    sms: sms?.kind === 'http' ? smsNotifications(sms) : kept('sms'),
    fax: settings.FAX_URL ? faxChannel(settings.FAX_URL) : kept('fax'),
  }
  const line =
    token && secret && name
      ? {
          name,
          isFromLine: (body: Uint8Array, signature: string | null) => isFromLine(secret, body, signature),
          reply: lineClient({ token, api }).reply,
        }
      : null
  return { channels: present(channels), line, pushKey: publicKey ?? null }
}

const present = (channels: { [Name in RingingChannel]: Channel | undefined }): Channels =>
  Object.fromEntries(Object.entries(channels).filter(([, channel]) => channel !== undefined))

const keptChannel = (name: RingingChannel): Channel => ({
  name,
  kind: 'kept',
  description: 'どの手段でも送信しません（開発用）',
  atOnce: 10,
  send: async () => ({ end: 'sent' }),
})
