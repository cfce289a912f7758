import { createHash } from 'node:crypto'
import type { PublicChanges } from '#infra/realtime/public-changes.server.ts'
import { parseAppearance, usualLooks } from '#kernel/appearance.ts'
import type { Clock } from '#kernel/clock.ts'
import { guestLanguageFor } from '#modules/traceability/badges/trace/language.ts'
import type { Sharing } from '../app/web/shared-page.ts'
import { compressedAnswer, encodingFor, packed } from './compress.ts'

type Page = {
  version: number
  minute: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
}

type Answered = { response: Response; page: Page | null }

/** Makes the page; it may be kept if `sharing.isShared` says so afterwards. */
type Render = (sharing: Sharing) => Promise<Response>

export type PageCache = {
  /** Under which name the page for this request is kept; null if it is for its sender alone. */
  keyOf(request: Request, origin: string): string | null
  answer(key: string, request: Request, render: Render): Promise<Response>
}

type Options = {
  changes: PublicChanges
  clock: Clock
  /** Bytes of bodies and addresses. */
  mostBytes?: number
}

const looksCookie = '__Host-looks'
/** Cookies that no page for visitors reads; a request with any other one is not answered from memory. */
const unreadCookies: ReadonlySet<string> = new Set(['__Host-dev'])

const minuteMs = 60_000

/**
 * Pages for visitors, as they are sent: compressed, in the memory of this process, the least recently used forgotten
 * first. A page is good until something that visitors see changes, and until the minute ends, because times on pages
 * are whole minutes. One page is made once, however many ask for it at the same moment (docs/decisions/0101).
 */
export function pageCache({ changes, clock, mostBytes = 32 * 1024 * 1024 }: Options): PageCache {
  const pages = new Map<string, Page>()
  const pending = new Map<string, { version: number; minute: number; page: Promise<Page | null> }>()
  let bytes = 0
  const minuteNow = () => Math.floor(clock.now().getTime() / minuteMs)
  const isGood = (of: { version: number; minute: number }) =>
    of.version === changes.version() && of.minute === minuteNow()

  function forget(key: string): void {
    const page = pages.get(key)
    if (page) bytes -= sizeOf(key, page)
    pages.delete(key)
  }

  function keep(key: string, page: Page): void {
    // one that was read before a change does not push out what was read after it
    if (!isGood(page) || sizeOf(key, page) > mostBytes) return
    forget(key)
    pages.set(key, page)
    bytes += sizeOf(key, page)
    for (const oldest of pages.keys()) {
      if (bytes <= mostBytes) break
      forget(oldest)
    }
  }

  async function rendered(key: string, request: Request, render: Render): Promise<Answered> {
    const [version, minute] = [changes.version(), minuteNow()]
    const sharing: Sharing = { isShared: false }
    const response = await render(sharing)
    if (!sharing.isShared || response.status !== 200 || response.headers.has('set-cookie'))
      return { response: await compressedAnswer(request, response), page: null }
    const page = { version, minute, ...(await wholePage(request, response)) }
    keep(key, page)
    return { response: sent(request, page), page }
  }

  return {
    keyOf: (request, origin) => keyOf(request, origin),
    async answer(key, request, render) {
      if (!(await changes.isCurrent())) return await compressedAnswer(request, await render({ isShared: false }))
      const known = pages.get(key)
      if (known && isGood(known)) {
        pages.delete(key)
        pages.set(key, known)
        return sent(request, known)
      }
      const others = pending.get(key)
      if (others && isGood(others)) {
        const page = await others.page.catch(() => null)
        if (page) return sent(request, page)
      }
      // the body of HEAD is empty: it is no page to keep
      if (request.method !== 'GET') return await compressedAnswer(request, await render({ isShared: false }))
      const mine = rendered(key, request, render)
      const entry = { version: changes.version(), minute: minuteNow(), page: mine.then(({ page }) => page) }
      entry.page.catch(() => {})
      pending.set(key, entry)
      try {
        return (await mine).response
      } finally {
        if (pending.get(key) === entry) pending.delete(key)
      }
    },
  }
}

/** In memory; an address may be longer than its page. */
const sizeOf = (key: string, { body }: Page): number => body.byteLength + 2 * key.length

/** All that the page depends on: the address, the appearance, the language where pages have several, the encoding. */
function keyOf(request: Request, origin: string): string | null {
  const { method, url, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || headers.has('authorization')) return null
  const { pathname, search } = new URL(url)
  if (pathname.endsWith('.data')) return null
  const looks = looksIn(headers.get('cookie') ?? '')
  if (looks === null) return null
  const language = /^\/trace\//i.test(pathname) ? guestLanguageFor(headers.get('accept-language')) : ''
  return [origin + pathname + search, looks, language, encodingFor(request) ?? ''].join(' ')
}

/** The appearance that the cookies ask for; null if there are others, of which a page might make use. */
function looksIn(cookies: string): string | null {
  let { theme, textSize } = usualLooks
  for (const part of cookies.split(';')) {
    const [name = '', value = ''] = part.split('=', 2).map((word) => word.trim())
    const [chosen, size] = value.split('.', 2)
    if (name === looksCookie) ({ theme, textSize } = parseAppearance(chosen, size) ?? usualLooks)
    else if (name !== '' && !unreadCookies.has(name)) return null
  }
  return `${theme}.${textSize}`
}

async function wholePage(request: Request, response: Response): Promise<Pick<Page, 'headers' | 'body'>> {
  const plain = Buffer.from(await response.arrayBuffer())
  const encoding = encodingFor(request)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  const body = encoding ? await packed(encoding, plain) : plain
  const vary = new Set(['cookie', 'accept-encoding', ...(response.headers.get('vary') ?? '').split(/,\s*/)])
  vary.delete('')
  return {
    body: new Uint8Array(body),
    headers: {
      'content-type': response.headers.get('content-type') ?? 'text/html; charset=utf-8',
      'content-security-policy': response.headers.get('content-security-policy') ?? '',
      ...(encoding && { 'content-encoding': encoding }),
      // a browser asks each time, a CDN once a second
      'cache-control': response.headers.get('cache-control') ?? 'public, max-age=0, s-maxage=1, must-revalidate',
      // one text in two encodings is two representations (RFC 9110 §8.8.3)
      etag: `"${hash}${encoding ? `-${encoding}` : ''}"`,
      vary: [...vary].join(', '),
    },
  }
}

function sent(request: Request, { headers, body }: Page): Response {
  const known = request.headers.get('if-none-match')
  if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === headers.etag)) {
    const { 'content-type': _, 'content-encoding': __, ...rest } = headers
    return new Response(null, { status: 304, headers: rest })
  }
  return new Response(request.method === 'HEAD' ? null : body, { headers })
}
