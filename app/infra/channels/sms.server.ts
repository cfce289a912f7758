import type { Channel } from '../../kernel/channel.ts'
import type { Phone } from '../../kernel/phone.ts'
import type { SmsChannel } from '../../kernel/sms-channel.ts'

/** One short message: 70 characters of Japanese are one part of it, and an address has to fit. */
const mostWords = 60

/** The service that carries codes to phones carries notices as well. */
export const smsNotices = (sms: Extract<SmsChannel, { kind: 'http' }>): Channel => ({
  name: 'sms',
  kind: 'http',
  description: sms.description,
  atOnce: 4,
  async send({ id, to, title, answer, address }) {
    const words = title.length > mostWords ? `${title.slice(0, mostWords - 1)}…` : title
    await sms.send(to as Phone, `畝と皿：${words}\n${answer ? answer.address : address}`, id)
    return { end: 'sent' }
  },
})
