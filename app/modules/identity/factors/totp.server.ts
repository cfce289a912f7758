import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

/** Seconds per step, digits of a code, and SHA-1, which every authenticator app supports (RFC 6238). */
const period = 30
const digits = 6
const algorithm = 'SHA1'

/** A new secret of 160 bits, in base32, as typed into apps. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32

/** The secret made from the first 20 of these bytes. */
export const totpSecretFrom = (bytes: Buffer): string =>
  new Secret({ buffer: new Uint8Array(bytes.subarray(0, 20)).buffer }).base32

/** The code of one step. */
export const totpCode = (secret: string, step: number): string =>
  totpOf(secret).generate({ timestamp: step * period * 1_000 })

/** The step of a moment: the number of 30-second periods since 1970. */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1_000 / period)

/** Milliseconds from this moment to the end of its step. */
export const stepEndsInMs = (now: Date): number => (stepAt(now) + 1) * period * 1_000 - now.getTime()

/**
 * The step a code belongs to, allowing one before or after the current one for clock differences; null if there is
 * none.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : stepAt(now) + delta
}

/** The content of the QR code: `otpauth://totp/…`. */
export const totpAddress = (secret: string, account: string): string =>
  new TOTP({
    issuer: '畝と皿',
    label: account,
    algorithm,
    digits,
    period,
    secret: Secret.fromBase32(secret),
  }).toString()

/** The secret in groups of four, for typing. */
export const spelled = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? secret

const totpOf = (secret: string) => new TOTP({ algorithm, digits, period, secret: Secret.fromBase32(secret) })

/** A QR code as the `d` of one SVG path in a square of `size`, with a quiet zone of four modules. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return { size, path }
}
