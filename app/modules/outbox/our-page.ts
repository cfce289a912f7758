import { type AnswerLinkId, parseId } from '#kernel/ids.ts'

/**
 * Stands in a stored mail for where our pages are: what happens in a transaction, or by the clock, does not know it. The
 * address is put in when the mail is sent or shown.
 */
const ourSite = 'https://site.invalid'

/** The address of one of our pages in a mail; `path` begins with a slash. */
export const ourPage = (path: `/${string}`): string => ourSite + path

/**
 * The page on which a farm answers without signing in, in a stored mail: the link's id. The secret end of the address is
 * made when the mail is sent, so that it is in no database.
 */
export const answerPage = (link: AnswerLinkId): string => ourPage(`/a/${link}`)

type Put = {
  /** Our origin. */
  site: string
  /** The token of an answer's address; without it such addresses lead nowhere. */
  sign?: ((link: AnswerLinkId) => string) | undefined
}

type Words = { html: string; text: string }

/**
 * The words of a mail with the addresses of our pages in them. Only what stands behind one of the mail's own buttons is signed:
 * an address that somebody wrote in a message, and that the mail quotes, is theirs and gets no secret from us.
 */
export function withSite({ html, text }: Words, { site, sign }: Put): Words {
  const doors = new Set([...html.matchAll(/ href="https:\/\/site\.invalid\/a\/([0-9a-f-]{36})"/g)].map(([, id]) => id))
  const filled = (words: string) =>
    words
      .replace(/https:\/\/site\.invalid\/a\/([0-9a-f-]{36})/g, (_, id: string) => {
        const link = doors.has(id) ? parseId<'answerLink'>(id) : null
        return `${site}/a/${link && sign ? sign(link) : '…'}`
      })
      .replaceAll(ourSite, site)
  return { html: filled(html), text: filled(text) }
}
