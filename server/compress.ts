import { pipeline, Readable, type Transform } from 'node:stream'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { KnownBody } from '#api/handler.server.ts'

type Way = {
  encoding: string
  /** Flushes each part that is written. */
  stream(): Transform
  /** Fast rather than small: answers of the API. */
  whole(body: Buffer): Promise<Buffer>
  /** As `stream`, in one piece. */
  page(body: Buffer): Promise<Buffer>
  /** A page that is kept and sent many times: small rather than fast. */
  kept(body: Buffer): Promise<Buffer>
}

/**
 * Smaller ones are compressed at once: the way to a thread and back takes five times as long as to compress 4 kB (0.27 and 0.05 ms of
 * processor), and up to this size no other request waits longer than half a millisecond.
 */
const smallBody = 32 * 1024
const [zstdAll, brotliAll, gzipAll] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]
const brotliAt = (quality: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
const zstdAt = (level: number) => ({ params: { [constants.ZSTD_c_compressionLevel]: level } })

/**
 * The best first. For a list of products (222 kB), on a machine busy with other work, zstd at level 3 takes 0.5 ms and leaves
 * 28 kB, brotli at 4 takes 2.3 ms and leaves 28 kB. Gzip is what is left to programs and old browsers: at 3 it takes 1.3 ms and
 * leaves 36 kB, at 5 it takes 2.9 ms and leaves 32 kB.
 */
const ways: readonly Way[] = [
  {
    encoding: 'zstd',
    stream: () => createZstdCompress({ ...zstdAt(3), flush: constants.ZSTD_e_flush }),
    whole: async (body) => (body.length < smallBody ? zstdCompressSync(body, zstdAt(1)) : zstdAll(body, zstdAt(1))),
    page: (body) => zstdAll(body, zstdAt(3)),
    kept: (body) => zstdAll(body, zstdAt(9)),
  },
  {
    encoding: 'br',
    stream: () => createBrotliCompress({ ...brotliAt(4), flush: constants.BROTLI_OPERATION_FLUSH }),
    whole: async (body) =>
      body.length < smallBody ? brotliCompressSync(body, brotliAt(1)) : brotliAll(body, brotliAt(1)),
    page: (body) => brotliAll(body, brotliAt(4)),
    kept: (body) => brotliAll(body, brotliAt(6)),
  },
  {
    encoding: 'gzip',
    stream: () => createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH }),
    whole: async (body) => (body.length < smallBody ? gzipSync(body, { level: 1 }) : gzipAll(body, { level: 1 })),
    page: (body) => gzipAll(body, { level: 3 }),
    kept: (body) => gzipAll(body, { level: 6 }),
  },
]

const smallestWorth = 1024
const largestPart = 512 * 1024

const nothing: KnownBody = { bytes: null, hash: null }

/**
 * A complete response: a small one is sent unchanged, a large one compressed in one piece. `known` of its body: its bytes, which are
 * then not read from the response; and a hash, with which the same body is compressed once.
 */
export async function compressed(request: Request, response: Response, known = nothing): Promise<Response> {
  if (known.bytes && known.bytes.length < smallestWorth) return response
  const way = wayFor(request, response, known)
  return way ? await inOnePiece(way, response, 'whole', known) : response
}

/**
 * What a route answers: a page is there in one piece (app/entry.server.tsx) and sent in one; everything else may be long,
 * and streams.
 */
export async function compressedAnswer(request: Request, response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return compressedStream(request, response)
  const way = response.headers.has('content-encoding') ? null : wayFor(request, response)
  return way ? await inOnePiece(way, response, 'page', nothing) : response
}

async function inOnePiece(
  way: Way,
  response: Response,
  how: 'whole' | 'page',
  { bytes, hash }: KnownBody,
): Promise<Response> {
  const body = bytes ?? Buffer.from(await response.arrayBuffer())
  if (body.length < smallestWorth) return new Response(body, response)
  return new Response(new Uint8Array(await (hash === null ? way[how](body) : packOnce(way, body, hash))), {
    status: response.status,
    headers: headersFor(way, response),
  })
}

/** Compressed bodies by encoding and hash of the body, the most recently used last. */
const packs = new Map<string, Buffer>()
let packedBytes = 0
const mostPackedBytes = 8 * 1024 * 1024
/** Compressed; the history of 50 orders has some 12 kB. */
const largestPack = 64 * 1024

async function packOnce(way: Way, body: Buffer, hash: string): Promise<Buffer> {
  const key = `${way.encoding} ${hash}`
  const pack = packs.get(key) ?? (await way.whole(body))
  forgetPack(key)
  if (pack.length > largestPack) return pack
  packs.set(key, pack)
  packedBytes += pack.length
  while (packedBytes > mostPackedBytes) forgetPack(packs.keys().next().value ?? '')
  return pack
}

function forgetPack(key: string): void {
  packedBytes -= packs.get(key)?.length ?? 0
  packs.delete(key)
}

/**
 * Compresses an answer while it streams. What is there at one time is one part, and every part is flushed: the first words do
 * not wait for the last.
 */
export function compressedStream(request: Request, response: Response): Response {
  const way = wayFor(request, response)
  if (!way || !response.body) return response
  const zip = way.stream()
  // pipeline ends the page's stream, too, when the client disconnects
  pipeline(Readable.from(inParts(response.body)), zip, () => {})
  return new Response(Readable.toWeb(zip) as ReadableStream, {
    status: response.status,
    headers: headersFor(way, response),
  })
}

/** Joins the pieces that come in the same turn of the event loop. */
async function* inParts(body: ReadableStream<Uint8Array>): AsyncGenerator<Buffer> {
  const reader = body.getReader()
  const ask = () => {
    const answer = reader.read()
    answer.catch(() => {}) // it may fail while the part before it is sent; then the next turn of the loop says so
    return answer
  }
  try {
    for (let next = ask(), first = await next; !first.done; first = await next) {
      const part = [first.value]
      let size = first.value.length
      const turn = new Promise<null>((resolve) => setImmediate(resolve, null))
      for (next = ask(); size < largestPart; next = ask()) {
        const more = await Promise.race([next, turn])
        if (!more || more.done) break
        part.push(more.value)
        size += more.value.length
      }
      yield Buffer.concat(part)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function wayFor(request: Request, response: Response, { bytes } = nothing): Way | null {
  const type = response.headers.get('content-type') ?? ''
  if (
    !(bytes ?? response.body) ||
    !/^(text\/(html|css|javascript|x-script)|application\/(json|javascript|xml))/.test(type)
  )
    return null
  return bestWay(request)
}

function bestWay(request: Request): Way | null {
  const accepted = acceptedBy(request.headers.get('accept-encoding') ?? '')
  return ways.find(({ encoding }) => accepted.has(encoding)) ?? null
}

/**
 * In which encoding a page that is kept is sent to this client; null: as it is. Of a list of products (184 kB) brotli leaves 27 kB,
 * a trip less on a slow line than the 31 kB of zstd at the level of other pages, and takes 4 ms, once.
 */
export function encodingFor(request: Request): string | null {
  const accepted = acceptedBy(request.headers.get('accept-encoding') ?? '')
  return ['br', 'zstd', 'gzip'].find((encoding) => accepted.has(encoding)) ?? null
}

/** A page in an encoding of `encodingFor`. */
export async function packed(encoding: string, body: Buffer): Promise<Buffer> {
  const way = ways.find((known) => known.encoding === encoding)
  if (!way) throw new Error(`unknown encoding: ${encoding}`)
  return await way.kept(body)
}

/** A page that is sent once, in the encoding that is best for this client; null: as it is. */
export async function packedOnce(
  request: Request,
  body: Buffer,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding: string | null }> {
  const way = body.length < smallestWorth ? null : bestWay(request)
  return { body: new Uint8Array(way ? await way.page(body) : body), encoding: way?.encoding ?? null }
}

/** The encodings that a client names, without those that it refuses (`;q=0`). */
function acceptedBy(header: string): Set<string> {
  const named = header.split(',').map((part) => part.split(';').map((word) => word.trim().toLowerCase()))
  return new Set(named.filter(([, weight]) => !/^q=0(?:\.0*)?$/.test(weight ?? '')).map(([encoding = '']) => encoding))
}

function headersFor({ encoding }: Way, response: Response): Headers {
  const headers = new Headers(response.headers)
  headers.set('content-encoding', encoding)
  headers.append('vary', 'accept-encoding')
  headers.delete('content-length')
  return headers
}
