import type { Random } from '../../db/seed/random.ts'
import { randomFor } from '../../db/seed/random.ts'
import type { FuzzMarket, Kind } from './market.ts'
import type { Role } from './roles.ts'
import type { Sent } from './send.ts'
import { type Form, namesIn, type Operation, type PageRoute, type Schema } from './surface.ts'
import {
  hostileTexts,
  hostileValue,
  type Making,
  someDay,
  someId,
  spoilt,
  uuid,
  validValue,
  wordFor,
} from './values.ts'

/** What can be requested: the operations of the API, the pages, and what was found on the pages. */
export type Surface = {
  operations: readonly Operation[]
  schemas: Record<string, Schema>
  pages: readonly PageRoute[]
  /** By the pattern of the route that handles them. */
  forms: ReadonlyMap<string, readonly Form[]>
  queries: ReadonlyMap<string, readonly string[]>
}

/** A request, the route under which it is counted, and whether its address names something of another tenant. */
export type Made = Sent & { route: string; isForeign: boolean }

type Source = { surface: Surface; market: FuzzMarket; role: Role; seed: number }

/** The request of this role with this number: the same for the same seed, as far as the market is the same. */
export function makeRequest({ surface, market, role, seed }: Source, index: number): Made {
  const random = randomFor(`${role.name}:${index}`, seed)
  const making: Making = { random, market, role, schemas: surface.schemas, about: new Map(), ids: 'mixed' }
  const made = random.pick<() => Made>(
    // integrations have no pages, administrators no API
    role.name === 'administrator'
      ? [
          () => pageRead(making, surface, role),
          () => pagePost(making, surface, role),
          () => pagePost(making, surface, role),
        ]
      : role.name.startsWith('integration')
        ? [() => apiCall(making, random.pick(surface.operations))]
        : [
            () => apiCall(making, random.pick(surface.operations)),
            () => apiCall(making, random.pick(surface.operations)),
            () => pageRead(making, surface, role),
            () => pagePost(making, surface, role),
          ],
  )()
  const odd = random.chance(0.12) ? withOddHeaders(random, made) : made
  return random.chance(0.05) ? withOddShape(random, odd) : odd
}

/** The same route, requested with only ids of other tenants. */
export const foreignCall = (source: Source, operation: Operation): Made =>
  apiCall(foreignMaking(source, operation.path), operation, 'plain')

/** A page as its own users request it. */
export const ownPage = ({ market, role, seed, surface }: Source, route: PageRoute): Made => {
  const random = randomFor(route.pattern, seed)
  const making: Making = { random, market, role, schemas: surface.schemas, about: new Map(), ids: 'own' }
  return read(page(making, route, 'document'), [])
}

export const foreignPage = (source: Source, route: PageRoute, method: 'GET' | 'POST'): Made => {
  const making = foreignMaking(source, route.pattern)
  const form = pickForm(making, source.surface, route.pattern)
  return method === 'GET'
    ? read(page(making, route, 'data'), [])
    : posted(making, page(making, route, 'data'), fieldsOf(making, form, 'plain'), false)
}

const foreignMaking = ({ surface, market, role, seed }: Source, name: string): Making => ({
  random: randomFor(`${role.name} ${name}`, seed),
  market,
  role,
  schemas: surface.schemas,
  about: new Map(),
  ids: 'foreign',
})

let networks = 0
/** Each request from an address of its own, as stated by the proxy in front of us: limiters are tested elsewhere. */
const aNetwork = () => {
  networks++
  return `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks & 255}`
}

type Filled = { path: string; about: Map<Kind, string>; isForeign: boolean }

/** The address with its parts filled in, and what they name for the body. */
function filled(making: Making, path: string): Filled {
  const { random, market, role } = making
  let isForeign = false
  const about = new Map<Kind, string>()
  let full = path
  for (const { part, kind: named } of namesIn(path)) {
    const kind = named === 'other side' ? (/farm/.test(role.name) ? 'restaurant' : 'farm') : named
    const value = kind === 'text' ? textInPath(random, part) : kind === 'day' ? someDay(random) : someId(making, kind)
    if (kind !== 'text' && kind !== 'day') {
      about.set(kind, value)
      isForeign ||= market.isForeign(kind, value, role)
    }
    const hostile = making.ids === 'mixed' && random.chance(0.07)
    full = full.replace(part, () => (hostile ? hostilePart(random) : encodeURIComponent(value)))
  }
  return { path: full, about, isForeign }
}

const textInPath = (random: Random, part: string): string =>
  random.pick(
    {
      slug: ['law', 'guide', 'user-policy', 'nothing'],
      method: ['jas_organic', 'natural', 'other'],
      no: ['1', '2', '999999'],
      code: ['1620825', '000', '〒162-0825'],
      provider: ['google', 'line', 'apple', 'nothing'],
      file: ['poster.pdf', 'seal.png', 'tag.pdf', 'today.png', 'nothing.png'],
      format: ['pdf', 'xml', 'csv', 'html'],
      year: ['2025', '2026', '0', 'x'],
      picture: ['card.png', 'today.png', 'nothing.png'],
      kind: ['order', 'talk', 'all', 'nothing'],
    }[part.replace(/[^a-z]/gi, '')] ?? [uuid(random), 'nothing', 'r-1'],
  )

/** Malformed in the encoding, or in the decoded text. */
const hostilePart = (random: Random): string =>
  random.chance(0.5)
    ? random.pick(['%', '%zz', '%ED%A0%80', '%00', '%C0%AF', '%FF', '..', '%2e%2e', '%2F', ';', '%252F', 'a%0d%0ab'])
    : encodeSafely(random.pick(hostileTexts).slice(0, 1_000))

/** Like encodeURIComponent, but a lone surrogate becomes the three bytes that are not valid UTF-8. */
const encodeSafely = (text: string): string =>
  text.isWellFormed()
    ? encodeURIComponent(text)
    : text.replace(/[\s\S]/g, (unit) => (unit.isWellFormed() ? encodeURIComponent(unit) : '%ED%A0%80'))

function apiCall(making: Making, operation: Operation, how: 'plain' | 'hostile' = 'hostile'): Made {
  const { random, role } = making
  const hostile = how === 'hostile'
  const { path, about, isForeign } = filled(making, operation.path)
  const inside = { ...making, about }
  const query = operation.parameters
    .filter((it) => it.in === 'query' && random.chance(0.35))
    .flatMap(({ name, schema }) => {
      const value = hostile && random.chance(0.3) ? hostileText(random) : textOf(validValue(inside, schema, name))
      const pair = `${encodeSafely(name)}=${encodeSafely(value)}`
      return hostile && random.chance(0.05) ? [pair, pair, `${name}[]=1`, `${name}=`] : [pair]
    })
  const keyWanted = operation.parameters.some(({ name }) => name === 'Idempotency-Key')
  const body = operation.body ? apiBody(inside, operation.body, hostile) : null
  return {
    isForeign,
    route: `${operation.method} ${operation.path}`,
    method: operation.method,
    path: withQuery(path, query),
    headers: {
      'x-forwarded-for': aNetwork(),
      accept: 'application/json',
      ...signedIn(random, role, making.market.app.origin),
      ...(body && { 'content-type': hostile && random.chance(0.03) ? oddType(random) : 'application/json' }),
      ...(keyWanted && { 'idempotency-key': aKey(random, hostile) }),
      ...(operation.parameters.some(({ name }) => name === 'if-match') && random.chance(0.3) && { 'if-match': '"x"' }),
      ...(body && { 'content-length': String(body.length) }),
    },
    body,
  }
}

/** By token, or by the cookie of our own pages. */
function signedIn(random: Random, { bearer, cookie }: Role, origin: string): Record<string, string> {
  if (bearer && (!cookie || random.chance(0.6))) return { authorization: `Bearer ${bearer}` }
  return cookie ? { cookie, origin } : {}
}

/** A fresh key, one of a few that are reused with other contents, or an invalid one. */
const aKey = (random: Random, hostile: boolean): string => {
  if (hostile && random.chance(0.15)) return `used-again-${random.int(1, 3)}`
  return hostile && random.chance(0.05) ? headerSafe(random.pick(hostileTexts)) : uuid(random)
}

function apiBody(making: Making, schema: Schema, hostile: boolean): Buffer {
  const { random } = making
  const valid = validValue(making, schema)
  if (!hostile || random.chance(0.45)) return Buffer.from(JSON.stringify(valid))
  if (random.chance(0.06)) return Buffer.from(brokenJson(random, JSON.stringify(valid)))
  let value = valid
  for (let n = random.int(1, 3); n > 0; n--) value = spoilt(random, value)
  return Buffer.from(JSON.stringify(value) ?? 'null')
}

const brokenJson = (random: Random, json: string): string =>
  random.pick([
    json.slice(0, -1),
    `${json}}`,
    json.replace(/"/g, "'"),
    '{"a":1,"a":2,}',
    'NaN',
    '{"email":Infinity}',
    '\ufeff{}',
    '"\ud800"',
    '{"a":"\u0000"}',
    '['.repeat(5_000),
    '',
    '0',
    '"text"',
    '[]',
    'null',
  ])

const oddType = (random: Random): string =>
  random.pick([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/xml',
    'application/jsonx',
    'APPLICATION/JSON;;',
    '*/*',
    'x',
  ])

/** How a page is requested: as a document, or as data for our script. */
function page(making: Making, route: PageRoute, as: 'document' | 'data'): Omit<Made, 'method' | 'body'> {
  const { random, role, market } = making
  const { path, isForeign } = filled(
    making,
    route.pattern.replace(/\/:\w+\?$/, (part) => (random.chance(0.5) ? part : '')),
  )
  const asData = as === 'data' && (route.isPage || route.hasLoader)
  return {
    isForeign,
    route: route.pattern,
    path: asData ? `${path === '/' ? '/_root' : path}.data` : path,
    headers: {
      'x-forwarded-for': aNetwork(),
      accept: asData ? '*/*' : 'text/html,application/xhtml+xml',
      origin: market.app.origin,
      ...(role.cookie && { cookie: role.cookie }),
    },
  }
}

/** A page that belongs to the role more often than not. */
function pickPage(random: Random, pages: readonly PageRoute[], { name }: Role): PageRoute {
  const side = name === 'administrator' ? '/admin' : name.includes('farm') ? '/farmer' : '/restaurant'
  const ours = pages.filter(({ pattern }) => pattern.startsWith(side))
  return random.pick(ours.length > 0 && random.chance(0.6) ? ours : pages)
}

function pageRead(making: Making, surface: Surface, role: Role): Made {
  const { random } = making
  const route = pickPage(random, surface.pages, role)
  const made = page(making, route, random.chance(0.75) ? 'data' : 'document')
  const names = surface.queries.get(route.pattern) ?? ['q', 'page', 'month']
  const query = names
    .filter(() => random.chance(0.3))
    .map(
      (name) =>
        `${encodeSafely(name)}=${encodeSafely(random.chance(0.5) ? hostileText(random) : wordOrId(making, name))}`,
    )
  if (random.chance(0.02))
    query.push(random.pick(['%', '%zz=1', '=&=', '&&&&', 'a=%ED%A0%80', '_routes=nothing', 'index']))
  return { ...read(made, query), method: random.chance(0.04) ? 'HEAD' : 'GET' }
}

const read = (made: Omit<Made, 'method' | 'body'>, query: readonly string[]): Made => ({
  ...made,
  method: 'GET',
  route: `GET ${made.route}`,
  path: withQuery(made.path, query),
  body: null,
})

/** Node's parser refuses headers of more than 16 kB before there is a request. */
const withQuery = (path: string, query: readonly string[]): string =>
  query.length > 0 ? `${path}?${query.join('&')}`.slice(0, 9_000) : path

function pagePost(making: Making, surface: Surface, role: Role): Made {
  const { random } = making
  const route = pickPage(
    random,
    surface.pages.filter(({ hasAction }) => hasAction),
    role,
  )
  const form = pickForm(making, surface, route.pattern)
  const made = page(making, route, random.chance(0.5) ? 'data' : 'document')
  if (random.chance(0.06)) {
    const body = Buffer.from(JSON.stringify(hostileValue(random)) ?? '')
    const headers = {
      ...made.headers,
      'content-type': random.pick(['application/json', oddType(random)]),
      'content-length': String(body.length),
    }
    return { ...made, route: `POST ${made.route}`, method: 'POST', headers, body }
  }
  return posted(making, made, fieldsOf(making, form, 'hostile'), form?.multipart ?? random.chance(0.15))
}

const pickForm = ({ random }: Making, surface: Surface, pattern: string): Form | null => {
  const forms = surface.forms.get(pattern) ?? []
  return forms.length > 0 ? random.pick(forms) : null
}

type Field = readonly [name: string, value: string]

/**
 * The fields of a form as a browser would send them, some of them changed; of an unknown form, names that forms use.
 */
function fieldsOf(making: Making, form: Form | null, how: 'plain' | 'hostile'): Field[] {
  const { random } = making
  const known =
    form?.fields ?? usualNames.filter(() => random.chance(0.5)).map((name) => ({ name, value: '', options: [] }))
  const fields = known.flatMap(({ name, value, options }): Field[] => {
    if (how === 'hostile') {
      if (random.chance(0.08)) return []
      if (random.chance(0.12)) return [[name, hostileText(random)]]
      if (random.chance(0.03))
        return [
          [name, value],
          [name, hostileText(random)],
        ]
    }
    if (how === 'hostile' && name === 'key' && random.chance(0.8))
      return [[name, random.chance(0.1) ? value : uuid(random)]]
    if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(value)) return [[name, otherId(making, value)]]
    if (options.length > 0) return [[name, random.pick(options)]]
    return [[name, value !== '' && random.chance(0.5) ? value : wordOrId(making, name)]]
  })
  if (how === 'hostile' && random.chance(0.05))
    fields.push([random.pick(['__proto__', 'constructor', 'qty.x', '', 'a[b]']), hostileText(random)])
  return fields
}

const usualNames = [
  'key',
  'intent',
  'id',
  'qty',
  'version',
  'words',
  'note',
  'reason',
  'productId',
  'orderId',
  'email',
  'name',
]

/** Another tenant's id of the same table, if foreign ids are wanted. */
function otherId({ random, market, role, ids }: Making, id: string): string {
  const table = market.ownership.tableOf(id)
  if (!table || (ids !== 'foreign' && random.chance(0.7))) return id
  const kind = kindOfTable[table]
  return (kind && market.foreign(kind, role, random)) || id
}

const kindOfTable: Record<string, Kind> = {
  claims: 'claim',
  documents: 'document',
  farms: 'farm',
  invitations: 'invitation',
  kitchens: 'kitchen',
  memberships: 'member',
  notifications: 'notice',
  order_lines: 'line',
  orders: 'order',
  own_prices: 'ownPrice',
  parcels: 'parcel',
  people: 'person',
  product_drafts: 'draft',
  products: 'product',
  request_answers: 'requestAnswer',
  requests: 'request',
  restaurants: 'restaurant',
  standing_orders: 'standingOrder',
  shopping_lists: 'list',
  watches: 'watch',
  webhooks: 'webhook',
}

function wordOrId(making: Making, name: string): string {
  const kinds: Record<string, Kind> = {
    kitchen: 'kitchen',
    farm: 'farm',
    productId: 'product',
    orderId: 'order',
    lot: 'lot',
    product: 'product',
  }
  const kind = kinds[name]
  return kind ? someId(making, kind) : wordFor(making.random, name)
}

function posted(
  making: Making,
  made: Omit<Made, 'method' | 'body'>,
  fields: readonly Field[],
  multipart: boolean,
): Made {
  const { random } = making
  const boundary = '----fuzz'
  const body = multipart
    ? Buffer.from(`${fields.map((field) => part(boundary, field, random)).join('')}--${boundary}--\r\n`)
    : Buffer.from(fields.map(([name, value]) => `${encodeSafely(name)}=${encodeSafely(value)}`).join('&'))
  const type = multipart ? `multipart/form-data; boundary=${boundary}` : 'application/x-www-form-urlencoded'
  return {
    ...made,
    route: `POST ${made.route}`,
    method: 'POST',
    headers: { ...made.headers, 'content-type': type, 'content-length': String(body.length) },
    body,
  }
}

function part(boundary: string, [name, value]: Field, random: Random): string {
  const file = /photo|file|paper/i.test(name) ? '; filename="a.png"\r\ncontent-type: image/png' : ''
  const quoted = name.replace(/[\r\n"]/g, '_').toWellFormed()
  const broken = random.chance(0.01) ? '' : '\r\n'
  return `--${boundary}\r\ncontent-disposition: form-data; name="${quoted}"${file}\r\n\r\n${value}${broken}`
}

const hostileText = (random: Random): string => textOf(hostileValue(random)).slice(0, 30_000)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** Header values are Latin-1 without control characters; node refuses to send anything else. */
const headerSafe = (text: string): string => text.replace(/[^\x20-\x7e\x80-\xff]/g, '?').slice(0, 4_000)

function withOddHeaders(random: Random, made: Made): Made {
  const odd = random.pick<() => Record<string, string>>([
    () => ({ range: random.pick(['bytes=0-0', 'bytes=-1', 'bytes=9999999999-', 'bytes=0-1,2-3,4-5', 'x']) }),
    () => ({ 'if-none-match': random.pick(['*', '"', 'W/"x", W/', '"a"'.repeat(500), '\xff']) }),
    () => ({ 'if-match': random.pick(['*', '""', 'x', '"999"']) }),
    () => ({ 'if-modified-since': 'not a day' }),
    () => ({ 'accept-language': random.pick(['*', 'ja;q=9', 'xx-XX-XX'.repeat(300), ';;;', 'en, '.repeat(1_000)]) }),
    () => ({ 'accept-encoding': random.pick(['gzip', 'gzip, br', '*', 'identity;q=0', 'x']) }),
    () => ({ accept: random.pick(['*/*', 'x', '', 'application/xml', 'text/html;q=x']) }),
    () => ({ cookie: `${made.headers.cookie ?? ''}; ${'c=x; '.repeat(400)}` }),
    () => ({
      cookie: random.pick([
        '=',
        '__Host-sid',
        '__Host-sid=%',
        ';;;;',
        `__Host-sid=${'a'.repeat(5_000)}`,
        '\xff=\xff',
        'looks=%ED%A0%80; theme={',
      ]),
    }),
    () => ({
      authorization: random.pick([
        'Bearer',
        'Bearer ',
        'Basic YTpi',
        `Bearer htk_${'a'.repeat(3_000)}`,
        'Bearer hti_x_y',
        'x',
      ]),
    }),
    () => ({
      'x-forwarded-for': random.pick(['', ',', 'x', '::1', '1.2.3.4, x', 'a'.repeat(3_000), '::ffff:1.2.3.4']),
    }),
    () => ({ 'user-agent': random.pick(['', 'Googlebot/2.1', '\xff'.repeat(400), 'x'.repeat(5_000)]) }),
    () => ({ origin: random.pick(['null', 'https://elsewhere.example', 'x', '']) }),
    () => ({ 'sec-fetch-site': 'cross-site' }),
    () => ({ 'x-pressed-by': random.pick(['x', '\xff', 'a'.repeat(1_000)]) }),
    () => ({ purpose: 'prefetch' }),
    () => ({ host: random.pick(['elsewhere.example', 'localhost:1', '[::1]', 'a b']) }),
    () => ({ expect: '100-continue' }),
    () => ({ 'last-event-id': random.pick(['x', '-1', '99999999999999999999']) }),
  ])()
  return { ...made, headers: { ...made.headers, ...odd } }
}

/** Unexpected methods, bodies where none belongs, addresses that are nearly right. */
function withOddShape(random: Random, made: Made): Made {
  return random.pick<() => Made>([
    () => ({
      ...made,
      method: random.pick(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'POST', 'HEAD']),
    }),
    () =>
      withBody(
        made,
        'GET',
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
      ),
    () => withBody(made, 'GET', 'application/json', '{"a":1}'),
    () => withBody(made, 'HEAD', 'text/plain', 'x'),
    () => withBody(made, 'DELETE', 'application/json', '{"a":1}'),
    () => withBody(made, 'POST', 'multipart/form-data', 'no boundary'),
    () =>
      withBody(
        made,
        'POST',
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nnever ends',
      ),
    () => withBody(made, 'POST', 'application/x-www-form-urlencoded', `a=${'x'.repeat(100_000)}`),
    () => ({ ...made, path: made.path.replace(/^\//, '//') }),
    () => ({ ...made, path: `${made.path.split('?')[0]}/` }),
    () => ({ ...made, path: `${made.path.split('?')[0]}%00` }),
    () => ({ ...made, path: made.path.toUpperCase() }),
    () => ({ ...made, path: `${made.path.split('?')[0]}?${'a=1&'.repeat(1_200)}` }),
    () => ({
      ...made,
      path: random.pick([
        '/',
        '/.env',
        '/.git/config',
        '/assets/../server/index.js',
        '/assets/%2e%2e/server/index.js',
        '/pictures/nothing.webp',
        '/healthz',
        '/readyz',
        '/sw.js',
        '/api',
        '/api/',
        '/api/docs',
        '/api/nothing',
        '/favicon.svg',
        '/media/x',
        '/__manifest?p=/',
        '/%',
        '/\xff',
      ]),
    }),
  ])()
}

function withBody(made: Made, method: string, type: string, text: string): Made {
  const body = Buffer.from(text)
  return {
    ...made,
    method,
    body,
    headers: { ...made.headers, 'content-type': type, 'content-length': String(body.length) },
  }
}
