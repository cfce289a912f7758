import fc from 'fast-check'
import type { Random } from '../../db/seed/random.ts'
import type { FuzzMarket, Kind } from './market.ts'
import type { Role } from './roles.ts'
import type { Schema } from './surface.ts'

/**
 * The source of the values of one request. `about` is what its address names, so that lines can be those of its order.
 */
export type Making = {
  random: Random
  market: FuzzMarket
  role: Role
  schemas: Record<string, Schema>
  about: ReadonlyMap<Kind, string>
  /** The owner of the ids. */
  ids: 'own' | 'foreign' | 'mixed'
}

/** What the fields of bodies, forms and queries name. */
const kindOfField: Record<string, Kind> = {
  answerId: 'requestAnswer',
  documentId: 'document',
  farm: 'farm',
  farmId: 'farm',
  kitchen: 'kitchen',
  kitchenId: 'kitchen',
  lineId: 'line',
  list: 'list',
  listId: 'list',
  lots: 'lot',
  order: 'order',
  orderId: 'order',
  parcelId: 'parcel',
  product: 'product',
  productId: 'product',
  restaurantId: 'restaurant',
}

export const uuid = (random: Random): string => {
  const hex = Array.from({ length: 32 }, () => random.int(0, 15).toString(16)).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** Something of this kind: mostly the role's own, so that the code behind the permission check is reached. */
export function someId(making: Making, kind: Kind): string {
  const { random, market, role, ids, about } = making
  const told = about.get(kind)
  if (told && random.chance(0.8)) return told
  const order = about.get('order')
  if (kind === 'line' && order && random.chance(0.8)) {
    const lines = market.linesOf(order)
    if (lines.length > 0) return random.pick(lines)
  }
  const own = () => market.own(kind, role, random)
  const known = () => market.public(kind, random)
  const foreign = () => market.foreign(kind, role, random)
  const inTurn = {
    own: [own, known, foreign],
    foreign: [foreign, known, own],
    mixed: random.pick([
      [own, known, foreign],
      [own, known, foreign],
      [known, own, foreign],
      [foreign, known, own],
    ]),
  }[ids]
  return inTurn[0]?.() ?? inTurn[1]?.() ?? inTurn[2]?.() ?? uuid(random)
}

/** A value that the schema allows, as far as the schema expresses it. */
export function validValue(making: Making, schema: Schema, name = '', depth = 0): unknown {
  const { random, schemas } = making
  if (schema.$ref) return validValue(making, schemas[schema.$ref.replace(/^.*\//, '')] ?? {}, name, depth)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return validValue(making, random.pick(choices), name, depth)
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => validValue(making, part, name, depth)))
  switch (schema.type) {
    case 'object': {
      const wanted = Object.entries(schema.properties ?? {}).filter(
        ([key]) => schema.required?.includes(key) || random.chance(0.6),
      )
      return Object.fromEntries(wanted.map(([key, part]) => [key, validValue(making, part, key, depth + 1)]))
    }
    case 'array': {
      const least = schema.minItems ?? 0
      const count = Math.min(schema.maxItems ?? 3, random.int(Math.max(least, 1), Math.max(least, 3)))
      return Array.from({ length: count }, () => validValue(making, schema.items ?? {}, name, depth + 1))
    }
    case 'integer':
    case 'number':
      return numberWithin(random, schema)
    case 'boolean':
      return random.chance(0.5)
    case 'null':
      return null
    default:
      return textFor(making, schema, name)
  }
}

function numberWithin(random: Random, { minimum = 0, maximum = 9_999 }: Schema): number {
  if (random.chance(0.2)) return random.pick([minimum, maximum])
  return random.int(Math.max(minimum, -1_000_000), Math.min(maximum, minimum + 50))
}

const words = [
  '大玉トマト',
  'かぶ 葉つき',
  'お世話になります。',
  '鮮度がよく助かりました',
  '2箱',
  'テスト',
  '佐藤',
  'Ａ－１',
]
const onePixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

function textFor(making: Making, schema: Schema, name: string): string {
  const { random } = making
  const kind = kindOfField[name]
  if (schema.format === 'uuid' || kind) return kind ? someId(making, kind) : uuid(random)
  if (schema.format === 'date') return someDay(random)
  if (schema.format === 'date-time') return `${someDay(random)}T09:00:00Z`
  if (schema.pattern?.startsWith('^20')) return someDay(random).slice(0, 7)
  if (schema.pattern?.startsWith('^[A-Za-z0-9+/]')) return onePixel
  return wordFor(random, name)
    .slice(0, schema.maxLength ?? 200)
    .padEnd(schema.minLength ?? 0, 'あ')
}

/** What a user would type into a field of this name. */
export function wordFor(random: Random, name: string): string {
  if (/mail/i.test(name)) return `fuzz-${random.int(1, 9_999)}@example.jp`
  if (/phone|tel/i.test(name)) return '03-1234-5678'
  if (/postal/i.test(name)) return '1620825'
  if (/prefecture/i.test(name)) return String(random.int(1, 47)).padStart(2, '0')
  if (/url/i.test(name)) return 'https://hooks.example/fuzz'
  if (/password/i.test(name)) return 'an-ordinary-password-9'
  if (/(on|day|date|from|to|until)$/i.test(name)) return someDay(random)
  if (/month/i.test(name)) return someDay(random).slice(0, 7)
  if (/qty|yen|grams|percent|count|hours|days|stars|version|position|page|limit|kg|size/i.test(name))
    return String(random.int(0, 30))
  return random.pick(words)
}

/** A day around today: days of delivery, of the past and of next year. */
export function someDay(random: Random): string {
  const day = new Date(Date.now() + random.pick([-400, -30, -3, 0, 1, 2, 3, 4, 7, 30, 400]) * 86_400_000)
  return day.toISOString().slice(0, 10)
}

const nested = (depth: number): unknown => {
  let value: unknown = 'deep'
  for (let n = 0; n < depth; n++) value = n % 2 ? [value] : { a: value }
  return value
}

/** Text that no form should fail on. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'あ\udfff',
  '\ud83d',
  '\u202eevil\u202c',
  '\u200b\u2060\ufeff',
  'e\u0301'.repeat(500),
  'Z\u0335\u0321\u031b'.repeat(300),
  '👨‍👩‍👧‍👦'.repeat(200),
  'ﷺ'.repeat(1_000),
  'x'.repeat(10_000),
  'あ'.repeat(20_000),
  `' or 1=1 --`,
  `"; drop table orders; --`,
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '//elsewhere.example/',
  '/\\elsewhere.example',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  'file:/etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'a\r\nset-cookie: x=1',
  '%',
  '%s%n%x',
  '%00',
  '\\u0000',
  '\\',
  '(((((((((((((((((((((',
  '[[[[',
  '*'.repeat(100),
  'NaN',
  '-1',
  '0',
  '-0',
  '1e309',
  '999999999999999999999999',
  '9223372036854775808',
  '2147483648',
  '-2147483649',
  '0x7f',
  '１２',
  '1.5',
  '0000-00-00',
  '2026-02-30',
  '2026-13-01',
  '+275760-09-14',
  '99999-01-01',
  '0001-01-01',
  '-000001-01-01',
  '2026-11-22T25:61:61Z',
  '2026-00',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  '[object Object]',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{00000000-0000-4000-8000-000000000000}',
]

const hostileNumbers = [
  -1,
  0,
  -0,
  0.5,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e-7,
  99_999_999_999,
]

/** A value of an unexpected type, or at the limits of the schema. */
export function hostileValue(random: Random): unknown {
  return random.pick<() => unknown>([
    () => random.pick(hostileTexts),
    () => random.pick(hostileTexts),
    () => random.pick(hostileNumbers),
    () => random.pick([null, true, false, [], {}, [[]], [null], ['a', 1, null]]),
    () => ({ length: { toString: 1 } }),
    () => ({ length: 3, 0: 'a', 1: 'b', 2: 'c' }),
    () => ({ toString: 'x', valueOf: null }),
    () => JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"role":"owner"}}}'),
    () => JSON.parse('{"then":"x","toJSON":1,"hasOwnProperty":1}'),
    () => random.pick([nested(5), nested(100), nested(2_000)]),
    () => Array.from({ length: 10_000 }, () => random.pick([1, 'a', null, {}])),
    () =>
      fc.sample(fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }), { seed: random.int(0, 2 ** 31), numRuns: 1 })[0],
  ])()
}

/** A thousand times the same, or fewer where that would be too much to send: what is repeated may be many already. */
function manyOf(value: unknown): unknown[] {
  const length = Math.min(1_000, Math.ceil(1_000_000 / JSON.stringify(value).length))
  return Array.from({ length }, () => value)
}

/** Puts something hostile in one place of a value: instead of it, inside it, or beside it. */
export function spoilt(random: Random, value: unknown): unknown {
  if (random.chance(0.15)) return hostileValue(random)
  if (Array.isArray(value)) {
    const at = random.int(0, Math.max(0, value.length - 1))
    if (value.length > 0 && random.chance(0.7))
      return value.map((one, index) => (index === at ? spoilt(random, one) : one))
    return random.chance(0.5) ? [...value, hostileValue(random)] : manyOf(value[0] ?? null)
  }
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value)
    const key = keys.length > 0 ? random.pick(keys) : 'extra'
    if (random.chance(0.1)) return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    if (random.chance(0.1))
      return { ...value, [random.pick(['__proto__x', 'role', 'restaurantId', 'isAdmin'])]: hostileValue(random) }
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, name === key ? spoilt(random, part) : part]),
    )
  }
  return hostileValue(random)
}
