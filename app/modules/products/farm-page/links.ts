import type { LinkKind } from '#kernel/enums.ts'
import { ok, type Result, refuse } from '#kernel/result.ts'
import { readWebAddress } from '#kernel/web-address.ts'

export const linkWord: Readonly<Record<LinkKind, string>> = {
  web: 'ホームページ',
  instagram: 'Instagram',
  x: 'X',
  facebook: 'Facebook',
  youtube: 'YouTube',
  line: 'LINE公式',
}

/** The hosts of each service; a homepage may be anywhere. */
const hosts: Readonly<Record<Exclude<LinkKind, 'web'>, readonly string[]>> = {
  instagram: ['instagram.com', 'www.instagram.com'],
  x: ['x.com', 'twitter.com', 'www.twitter.com', 'mobile.twitter.com'],
  facebook: ['facebook.com', 'www.facebook.com', 'm.facebook.com', 'fb.com'],
  youtube: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'],
  line: ['line.me', 'lin.ee', 'page.line.me', 'liff.line.me'],
}

/** The address for a name on this service: `@sato_farm` → https://www.instagram.com/sato_farm */
const pages: Readonly<Partial<Record<LinkKind, (name: string) => string>>> = {
  instagram: (name) => `https://www.instagram.com/${name}`,
  x: (name) => `https://x.com/${name}`,
  youtube: (name) => `https://www.youtube.com/@${name}`,
  line: (name) => `https://line.me/R/ti/p/@${name}`,
}

export type LinkRefusal = 'not_a_link' | 'not_https' | 'other_service' | 'too_long'

/**
 * A link as users type it: a whole address, one without https://, or only the name with an @. The result is https, on
 * the stated service, without passwords, ports and tracking parameters. Null if left empty.
 */
export function readLink(kind: LinkKind, typed: string): Result<string | null, LinkRefusal> {
  const said = typed.normalize('NFKC').trim()
  if (said === '') return ok(null)
  const name = /^@?([\w.-]{1,50})$/.exec(said)?.[1]
  const page = pages[kind]
  if (page && name && (said.startsWith('@') || !said.includes('.'))) return ok(page(name))
  const read = readWebAddress(said)
  if (!read.ok) return read
  const url = read.value
  if (kind !== 'web' && !hosts[kind].includes(url.hostname)) return refuse('other_service')
  for (const key of [...url.searchParams.keys()])
    if (/^(utm_|fbclid|gclid|igsh)/.test(key)) url.searchParams.delete(key)
  return url.href.length > 300 ? refuse('too_long') : ok(url.href)
}

const sentences: Readonly<Record<LinkRefusal, (kind: LinkKind) => string>> = {
  not_a_link: () => 'リンクとして読み込めません。ページを開いて、アドレスをコピーしてください（例 https://example.jp）',
  not_https: () => 'https:// で始まるアドレスを入力してください',
  other_service: (kind) =>
    `${linkWord[kind]}のアドレスではないようです。他のページは「ホームページ」に入力してください`,
  too_long: () => 'アドレスが長すぎます。300文字以内で入力してください',
}

export const linkRefusalText = (refusal: LinkRefusal, kind: LinkKind): string => sentences[refusal](kind)
