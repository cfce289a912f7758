import type { Channel } from '#kernel/channel.ts'
import type { Phone } from '#kernel/phone.ts'
import type { SmsChannel } from '#kernel/sms-channel.ts'

/** One short message: a part holds 70 Japanese characters, and a link has to fit. */
const mostWords = 60

/** The service that sends codes by SMS sends notifications as well. */
export const smsNotifications = (sms: Extract<SmsChannel, { kind: 'http' }>): Channel => ({
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
