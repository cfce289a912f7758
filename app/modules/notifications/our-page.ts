import type { AnswerLinkId } from '#kernel/ids.ts'

/**
 * A placeholder for our origin in stored mails, so that no use case that writes one depends on an address, least of all
 * on the Host header of a request. The configured address is inserted when the mail is sent or shown
 * (with-site.server.ts).
 */
export const ourSite = 'https://site.invalid'

/** The address of one of our pages in a stored mail; the button of a mail accepts nothing else. */
export type OurPage = string & { readonly __unit: 'ourPage' }

/** `path` begins with a slash. */
export const ourPage = (path: `/${string}`): OurPage => `${ourSite}${path}` as OurPage

/**
 * The page on which a farm answers without signing in, in a stored mail: contains the link's id. The secret part of the
 * address is made when the mail is sent, so that it is in no database.
 */
export const answerPage = (link: AnswerLinkId): OurPage => ourPage(`/a/${link}`)

export const isOurPage = (value: unknown): value is OurPage =>
  typeof value === 'string' && value.startsWith(`${ourSite}/`)

/** The path of one of our pages, as a notice keeps it. */
export const pathOf = (page: OurPage): `/${string}` => `/${page.slice(ourSite.length + 1)}`
