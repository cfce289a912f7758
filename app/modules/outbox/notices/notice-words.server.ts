/** What a mail says, one line each: title, first sentence, and the target of its button. */
export type NoticeWords = { title: string; body: string; path: `/${string}` }

/**
 * A notification's text is taken from its mail, so that it is written once: the subject without our name, the preview
 * line, and the page behind the first button (mail-frame.server.tsx marks both).
 */
export function noticeWords({ subject, html }: { subject: string; html: string }): NoticeWords {
  const title = subject.replace(/^【畝と皿】/, '').trim()
  const body = plain(/data-notice="text"[^>]*>([^<]*)/.exec(html)?.[1] ?? '').trim()
  return { title, body: body === title ? '' : body, path: pathOf(html) }
}

function pathOf(html: string): `/${string}` {
  const tag = /<a [^>]*data-notice="door"[^>]*>/.exec(html)?.[0] ?? ''
  const address = plain(/href="([^"]*)"/.exec(tag)?.[1] ?? '')
  if (!URL.canParse(address)) return '/notices'
  const { pathname, search, hash } = new URL(address)
  return `/${pathname.slice(1)}${search}${hash}`
}

const characters: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" }
const plain = (escaped: string) => escaped.replace(/&(?:amp|lt|gt|quot|#x27);/g, (code) => characters[code] ?? code)
