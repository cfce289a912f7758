import { createHash } from 'node:crypto'

/**
 * A page that many visitors receive cannot have a nonce: the second of them would know it. Its inline scripts are named
 * by their hashes instead. Only scripts that carry the nonce under which the page was rendered are named, not a
 * script that user input might bring in; then the nonce is removed.
 */
export function withHashes(html: string, nonce: string): { html: string; sources: string } {
  const mark = ` nonce="${nonce}"`
  const hashes = new Set<string>()
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g))
    if (attributes.includes(mark) && !/\ssrc=/.test(attributes))
      hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return { html: html.replaceAll(mark, ''), sources: [...hashes].join(' ') }
}
