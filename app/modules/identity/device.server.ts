import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Encryption } from '#kernel/encryption.ts'

/** How many accounts one device remembers; the phone of a kitchen has several. */
const most = 5
const shape = /^[\w-]{22}(\.[\w-]{22}){1,5}$/

/**
 * The device's number if this cookie says that the account has signed in on it, else null. The cookie holds a number
 * and, per account, a mark that only our vault can make; it grants no access (§3.8 of the design: counted separately).
 */
export function knownDevice(encryption: Encryption, cookie: string | null, account: string): string | null {
  if (!cookie || !shape.test(cookie)) return null
  const [device = '', ...marks] = cookie.split('.')
  const ours = Buffer.from(markOf(encryption, device, account))
  return marks.some((mark) => timingSafeEqual(Buffer.from(mark), ours)) ? device : null
}

/** The cookie after this account has signed in on the device: the newest five accounts, with the same number. */
export function rememberedDevice(encryption: Encryption, cookie: string | null, account: string): string {
  const [device, ...marks] = cookie && shape.test(cookie) ? cookie.split('.') : [randomBytes(16).toString('base64url')]
  const mine = markOf(encryption, device ?? '', account)
  return [device, mine, ...marks.filter((mark) => mark !== mine)].slice(0, most + 1).join('.')
}

/** 128 bits of the mark. */
const markOf = (encryption: Encryption, device: string, account: string) =>
  encryption.mark('device', `${device}:${account}`).toString('base64url').slice(0, 22)
