import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'

/** A mail as HTML, and the same text without formatting. */
export async function renderMail(body: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(body)
  const text = toPlainText(html, {
    wordwrap: false,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'h2', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ],
  })
  return { html: storable(html), text: storable(text) }
}

const storable = (words: string) => words.replaceAll('\u0000', '')
