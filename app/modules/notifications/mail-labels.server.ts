import type { StoredKind } from './notification-kind.ts'
import { renderMail } from './render-mail.server.ts'

export type MailWords = { html: string; text: string }

type Stored = { template: string; data: unknown; html: string | null; text: string | null }

/** The words of a stored mail, without origin and secrets: made from its data, or as they were sent. */
export async function wordsOf(
  kinds: readonly StoredKind[],
  { template, data, html, text }: Stored,
): Promise<MailWords> {
  if (html !== null && text !== null) return { html, text }
  const kind = kinds.find(({ name }) => name === template)
  if (!kind) throw new Error(`there is no kind of notification called ${template}`)
  return renderMail(kind.read(data))
}
