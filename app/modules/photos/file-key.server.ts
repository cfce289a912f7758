import { randomBytes } from 'node:crypto'

/** An unguessable file name: 160 random bits as 32 characters of 0-9a-z. */
export const newFileKey = (): string =>
  BigInt(`0x${randomBytes(20).toString('hex')}`)
    .toString(36)
    .padStart(32, '0')
    .slice(-32)
