import { render, toPlainText } from '@react-email/render'
import { createElement } from 'react'
import { MessageMail } from './mail-frame.server.tsx'
import type { Message } from './notification-kind.ts'

/** A message as a mail in HTML, and the same words as plain text for those who read without pictures and colours. */
export async function renderMail(message: Message): Promise<{ html: string; text: string }> {
  const html = await render(createElement(MessageMail, { message }))
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
