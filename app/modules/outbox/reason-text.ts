import { parseId } from '#kernel/ids.ts'

/**
 * Why something did not arrive, as it is kept: in 500 letters, and without the one that no text of the database can hold. What
 * others answer is theirs to choose, and must not keep us from writing down what became of the rest. They may repeat what we
 * sent: what may be a secret of ours, or most of one, is left out, and ids are not secrets.
 */
export const reasonText = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replaceAll('\u0000', '')
    .replace(/[\w-]{32,}/g, (word) => (parseId(word) ? word : '…'))
    .slice(0, 500)
