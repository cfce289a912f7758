import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'

type Credentials = { accessKeyId: string; secretAccessKey: string; region: string }
type Kept = { bytes: Buffer; writtenAt: Date }
type Refusal = { status: number; code: string }

export const s3Credentials: Credentials = {
  accessKeyId: 'AKIATESTS',
  secretAccessKey: 'the secret of the tests',
  region: 'ap-northeast-1',
}

/**
 * A small S3: one bucket, in the path, held in memory. Puts, gets, deletes and lists objects (ListObjectsV2), and lets
 * nobody in whose signature (AWS Signature Version 4, with the hash of what was sent) is not right.
 */
export async function anS3Server(bucket: string, { mostKeys = 1_000 } = {}) {
  const kept = new Map<string, Kept>()
  const asked: string[] = []
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const address = new URL(request.url ?? '/', 'http://s3')
    const [named, ...rest] = address.pathname.slice(1).split('/')
    const key = rest.map(decodeURIComponent).join('/')
    asked.push(`${request.method} ${address.search ? 'list' : key}`)
    const refusal = complaint(request, address, body) ?? (named === bucket ? null : noSuchBucket)
    if (refusal) return refuse(response, refusal)
    if (key === '' && request.method === 'GET') return list(response, address.searchParams)
    const object = kept.get(key)
    if (request.method === 'PUT') kept.set(key, { bytes: body, writtenAt: new Date() })
    else if (request.method === 'DELETE') kept.delete(key)
    else if (!object) return refuse(response, { status: 404, code: 'NoSuchKey' })
    const deleted = request.method === 'DELETE'
    const sent = request.method === 'GET' ? object?.bytes : undefined
    response.writeHead(deleted ? 204 : 200, object && { 'last-modified': object.writtenAt.toUTCString() }).end(sent)
  }
  function list(response: ServerResponse, query: URLSearchParams): void {
    const from = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString()
    const prefix = query.get('prefix') ?? ''
    const keys = [...kept.keys()].filter((key) => key.startsWith(prefix) && key > from).sort()
    const page = keys.slice(0, Math.min(mostKeys, Number(query.get('max-keys') ?? 1_000)))
    const more = keys.length > page.length
    const objects = page.map((key) => {
      const { bytes, writtenAt } = kept.get(key) ?? { bytes: Buffer.alloc(0), writtenAt: new Date(0) }
      return `<Contents><Key>${key}</Key><LastModified>${writtenAt.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
    })
    const next = Buffer.from(page.at(-1) ?? '').toString('base64url')
    xml(
      response,
      200,
      `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${
        more ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
      }${objects.join('')}</ListBucketResult>`,
    )
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    kept,
    /** What was asked for, in order: `PUT <key>`, `GET list`. */
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const noSuchBucket: Refusal = { status: 404, code: 'NoSuchBucket' }
const denied = (code: string): Refusal => ({ status: 403, code })

const refuse = (response: ServerResponse, { status, code }: Refusal) =>
  xml(response, status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`)

function xml(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`)
}

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** What is wrong with the signature; null for nothing. */
function complaint({ method, headers }: IncomingMessage, address: URL, body: Buffer): Refusal | null {
  const { accessKeyId, secretAccessKey, region } = s3Credentials
  const said =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  const [, id, day = '', where, signedHeaders = '', signature = ''] = said ?? []
  if (!said) return denied('AccessDenied')
  if (id !== accessKeyId) return denied('InvalidAccessKeyId')
  const moment = String(headers['x-amz-date'])
  const at = Date.parse(moment.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < 15 * 60_000)) return denied('RequestTimeTooSkewed')
  if (headers['x-amz-content-sha256'] !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' }
  const names = signedHeaders.split(';')
  if (!['host', 'x-amz-content-sha256', 'x-amz-date'].every((name) => names.includes(name)))
    return denied('AccessDenied')
  const query = [...address.searchParams]
    .map((pair) => pair.map(encoded).join('='))
    .sort()
    .join('&')
  const heads = names.map((name) => `${name}:${String(headers[name] ?? '').trim()}\n`).join('')
  const canonical = [method, address.pathname, query, heads, signedHeaders, sha256(body)].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, day))
  const ours = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n'))
  return where === region && timingSafeEqual(ours, Buffer.from(signature, 'hex'))
    ? null
    : denied('SignatureDoesNotMatch')
}

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
