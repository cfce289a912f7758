import type { Encryption } from '#kernel/encryption.ts'
import { type MailedCodeId, parseId } from '#kernel/ids.ts'
import { answerToken } from './answer-token.server.ts'
import { mailedCode } from './mailed-code.server.ts'
import { ourSite } from './our-page.ts'

type StoredWords = { html: string; text: string; codeId: MailedCodeId | null }

type Put = {
  /** Our configured origin. */
  site: string
  /** Makes the secrets of addresses; null: such addresses lead nowhere. */
  encryption: Encryption | null
}

/**
 * The text of a stored mail with the addresses of our pages inserted. Answer links are signed only in the mail's own
 * buttons: an address that a user wrote in a message, and that the mail quotes, gets no secret. A code is inserted only
 * for the id in the mail's own column, which no user could know before the mail was written.
 */
export function withSite(
  { html, text, codeId }: StoredWords,
  { site, encryption }: Put,
): { html: string; text: string } {
  const doors = new Set([...html.matchAll(/ href="https:\/\/site\.invalid\/a\/([0-9a-f-]{36})"/g)].map(([, id]) => id))
  const code = codeId && encryption ? mailedCode(encryption, codeId) : '…'
  const filled = (words: string) =>
    (codeId ? words.replaceAll(codeId, code) : words)
      .replace(/https:\/\/site\.invalid\/a\/([0-9a-f-]{36})/g, (_, id: string) => {
        const link = doors.has(id) ? parseId<'answerLink'>(id) : null
        return `${site}/a/${link && encryption ? answerToken(encryption, link) : '…'}`
      })
      .replaceAll(ourSite, site)
  return { html: filled(html), text: filled(text) }
}
