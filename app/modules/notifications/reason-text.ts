import { parseId } from '#kernel/ids.ts'

/**
 * Why a delivery failed, as stored: at most 500 letters, and without the one that no text of the database can hold.
 * Others choose what they answer, and it must not prevent us from storing the remaining results. They may repeat what
 * we sent: whatever may be one of our secrets, or most of one, is removed; ids are not secrets.
 */
export const reasonText = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replaceAll('\u0000', '')
    .replace(/[\w-]{32,}/g, (word) => (parseId(word) ? word : '…'))
    .slice(0, 500)
