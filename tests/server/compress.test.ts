import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import { describe, expect, it, test } from 'vitest'
import { compressed, compressedAnswer, compressedStream, encodingFor, packed } from '../../server/compress.ts'

const decoders: Record<string, (body: Uint8Array) => Promise<Buffer>> = {
  zstd: promisify(zstdDecompress),
  br: promisify(brotliDecompress),
  gzip: promisify(gunzip),
}
const words = '畝と皿 '.repeat(500)
const asking = (encodings: string) => new Request('http://localhost/', { headers: { 'accept-encoding': encodings } })
const html = (body: BodyInit) => new Response(body, { headers: { 'content-type': 'text/html', 'content-length': '9' } })

const decoded = async (response: Response) => {
  const bytes = new Uint8Array(await response.arrayBuffer())
  const decode = decoders[response.headers.get('content-encoding') ?? '']
  return decode ? String(await decode(bytes)) : Buffer.from(bytes).toString('utf8')
}

describe('an answer is compressed as the client can read it', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['zstd;q=0, gzip', 'gzip'],
    ['br; q=0.000, GZIP', 'gzip'],
    ['', null],
    ['deflate', null],
    ['x-gzip', null],
  ])('%s: %s', async (accepted, encoding) => {
    for (const response of [
      await compressed(asking(accepted), html(words)),
      await compressedAnswer(asking(accepted), html(words)),
      compressedStream(asking(accepted), html(words)),
    ]) {
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')).toBe(encoding ? 'accept-encoding' : null)
      if (encoding) expect(response.headers.has('content-length')).toBe(false)
      expect(await decoded(response)).toBe(words)
    }
  })

  it('is left as it is when it is small, a picture, or empty', async () => {
    expect((await compressed(asking('zstd'), html('short'))).headers.has('content-encoding')).toBe(false)
    const picture = new Response(words, { headers: { 'content-type': 'image/webp' } })
    expect(compressedStream(asking('zstd'), picture)).toBe(picture)
    const empty = new Response(null, { status: 304, headers: { 'content-type': 'text/html' } })
    expect(compressedStream(asking('zstd'), empty)).toBe(empty)
  })
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd, br;q=0', 'zstd'],
  ['gzip', 'gzip'],
])('a page that is kept for %s is the smallest that the client can read', async (accepted, encoding) => {
  expect(encodingFor(asking(accepted))).toBe(encoding)
  const body = await packed(encoding, Buffer.from(words))
  expect(String(await decoders[encoding]?.(body))).toBe(words)
  expect(encodingFor(asking('deflate'))).toBeNull()
})

test('a page is sent in one piece, whatever it came in', async () => {
  const pieces = Readable.toWeb(Readable.from(['<p>', words, '</p>'].map((piece) => Buffer.from(piece))))
  const answer = await compressedAnswer(asking('gzip'), html(pieces as ReadableStream))
  const reader = (answer.body ?? new ReadableStream()).getReader()
  const [first, second] = [await reader.read(), await reader.read()]
  expect(String(await decoders.gzip?.(first.value ?? new Uint8Array()))).toBe(`<p>${words}</p>`)
  expect(second.done).toBe(true)
})

describe('an answer that streams', () => {
  it.each(['zstd', 'br', 'gzip'])('sends what is there before the rest comes, with %s', async (encoding) => {
    let rest = (_: string) => {}
    const later = new Promise<string>((resolve) => (rest = resolve))
    async function* page() {
      for (const piece of ['<p>', 'first', '</p>']) yield Buffer.from(piece)
      yield Buffer.from(await later)
    }
    const { body } = compressedStream(asking(encoding), html(Readable.toWeb(Readable.from(page())) as ReadableStream))
    if (!body) throw new Error('no body')
    const reader = body.getReader()
    const first = await reader.read()
    expect(first.value?.length).toBeGreaterThan(0)
    rest('<p>rest</p>')
    const parts = [first.value ?? new Uint8Array()]
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value)
    expect(String(await decoders[encoding]?.(Buffer.concat(parts)))).toBe('<p>first</p><p>rest</p>')
  })

  it('ends when the client leaves', async () => {
    let cancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.from(words)),
      cancel: () => {
        cancelled = true
      },
    })
    await compressedStream(asking('gzip'), html(endless)).body?.cancel()
    await expect.poll(() => cancelled).toBe(true)
  })
})
