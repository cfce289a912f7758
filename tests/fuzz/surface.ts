import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Kind } from './market.ts'

/** A JSON Schema in the style of our OpenAPI document. */
export type Schema = {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: Schema }

export type Operation = { method: string; path: string; parameters: Parameter[]; body: Schema | null }

type Document = {
  paths: Record<
    string,
    Record<
      string,
      { parameters?: Parameter[]; requestBody?: { content?: { 'application/json'?: { schema?: Schema } } } }
    >
  >
  components: { schemas: Record<string, Schema> }
}

/** Every operation of the OpenAPI document, and its named schemas. */
export async function readOperations(origin: string) {
  const answer = await fetch(`${origin}/api/openapi.json`)
  const { paths, components } = (await answer.json()) as Document
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Operation => ({
        method: method.toUpperCase(),
        path: `/api${path}`,
        parameters: operation.parameters ?? [],
        body: operation.requestBody?.content?.['application/json']?.schema ?? null,
      }),
    ),
  )
  return { operations, schemas: components.schemas }
}

export type PageRoute = { pattern: string; hasAction: boolean; hasLoader: boolean; isPage: boolean }

type Entry = {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  hasAction: boolean
  hasLoader: boolean
  hasDefaultExport: boolean
}

/** Pages that fail on purpose: outside production they show what an error looks like. */
const failing = /^\/test\/(faults|guards)\//

/** Every route in the built manifest, with its pattern: `/restaurant/orders/:id`. */
export function readPageRoutes(): PageRoute[] {
  const folder = join(import.meta.dirname, '../../build/client/assets')
  const [newest = ''] = readdirSync(folder)
    .filter((name) => /^manifest-.*\.js$/.test(name))
    .sort((a, b) => statSync(join(folder, b)).mtimeMs - statSync(join(folder, a)).mtimeMs)
  const text = readFileSync(join(folder, newest), 'utf8')
  const { routes } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    routes: Record<string, Entry>
  }
  const patternOf = ({ path, parentId }: Entry): string => {
    const parent = parentId ? routes[parentId] : undefined
    return `${parent ? patternOf(parent) : ''}${path ? `/${path}` : ''}`
  }
  return Object.values(routes)
    .filter(({ path, index }) => path || index)
    .map((entry) => ({
      pattern: patternOf(entry) || '/',
      hasAction: entry.hasAction,
      hasLoader: entry.hasLoader,
      isPage: entry.hasDefaultExport !== false,
    }))
    .filter(({ pattern }) => !failing.test(pattern))
}

/** Beside rows: a day, a word, and the other side of a conversation, which is a farm for restaurants. */
type Named = Kind | 'day' | 'text' | 'other side'

/** What a parameter of an address names: the first matching pattern counts. */
const namedBy: readonly (readonly [pattern: RegExp, kind: Named])[] = [
  [
    /\/(pages|test\/guards)\/[{:]\w+$|[{:](method|slug|no|code|provider|updateEmail|kind|name|picture|format|year)}?$/,
    'text',
  ],
  [/[{:]day}?$/, 'day'],
  [/[{:]productId}?$|^\/api\/(products|farm\/goods)\/[{:]id}?$|favourites\/products\/[{:]id}?$/, 'product'],
  [
    /^\/(restaurant\/products|farmer\/products\/(edit|tiers|audience|photos)|farmer\/harvest\/share|share\/products)\/:/,
    'product',
  ],
  [
    /[{:]farmId}?$|^\/api\/farms\/|favourites\/farms\/|^\/(restaurant\/farmers|farmer\/profile|share\/farmers)\/:/,
    'farm',
  ],
  [/^\/api\/watches\//, 'watch'],
  [/^\/api\/farm\/runs\/|^\/farmer\/runs\/:/, 'run'],
  [/\/lists\/[{:]id}?$/, 'list'],
  [/^\/api\/standing-orders\//, 'standingOrder'],
  [/^\/api\/(purchases|approvals)\/|[{:]purchaseId}?$/, 'purchase'],
  [
    /[{:]orderId}?$|^\/api\/orders\/|^\/(restaurant|farmer|admin)\/(orders|receiving)\/:|^\/restaurant\/claim\/:/,
    'order',
  ],
  [/^\/api\/claims\/|^\/admin\/claims\/:/, 'claim'],
  [/^\/api\/farm\/lots\/|\/lots\/:id$/, 'lot'],
  [/\/recalls\/[{:]id}?$/, 'recall'],
  [/^\/api\/farm\/harvests\//, 'harvest'],
  [/^\/api\/farm\/vacations\//, 'vacation'],
  [/^\/api\/farm\/drafts\/|^\/farmer\/products\/drafts\/:/, 'draft'],
  [/^\/api\/farm\/regulars\/|^\/farmer\/regulars\/:/, 'restaurant'],
  [/^\/api\/farm\/prices\//, 'ownPrice'],
  [/^\/api\/organisation\/members\//, 'member'],
  [/^\/api\/organisation\/invitations\//, 'invitation'],
  [/^\/admin\/payouts\/:id|^\/api\/admin\/pay-runs\//, 'payRun'],
  [/^\/api\/(admin\/)?documents\//, 'issuedDocument'],
  [/^\/admin\/billing\/debits\/:id|^\/api\/admin\/debit-runs\//, 'debitRun'],
  [/^\/admin\/ledger\/accounts\/:account$/, 'text'],
  [/^\/admin\/ledger\/entries\/:id$/, 'ledgerEntry'],
  [/\/kitchens\/[{:]id}?$/, 'kitchen'],
  [/\/requests\/[{:]id}?$/, 'request'],
  [/\/reviews\/[{:]id}?$/, 'review'],
  [/^\/api\/talks\/[{:]other}?$/, 'other side'],
  [/^\/restaurant\/Chat\/:/, 'farm'],
  [/^\/farmer\/Chat\/:/, 'restaurant'],
  [/^\/api\/webhooks\/deliveries\//, 'delivery'],
  [/\/webhooks\/[{:]id}?$/, 'webhook'],
  [/\/badges\/[{:]token}?$|\/trace\/:token$/, 'badge'],
  [/\/photos\/[{:]key}?$/, 'photoKey'],
  [/\/Inquiry\/done\/:number$/, 'inquiryNumber'],
  [/\/notices\/:id$/, 'notice'],
  [/\/documents\/(issued\/:file|void\/:id)$|^\/verify\/:number$/, 'text'],
  [/\/documents\/:id$/, 'document'],
  [/\/media\/:file$/, 'photo'],
  [/^\/(a\/:token|unsubscribe\/:key|restaurant\/bagge\/:file|calendar\/:file)$/, 'text'],
  [/^\/admin\/talks\/:id$/, 'conversationReport'],
  [/^\/admin\/users\/:ref$/, 'text'],
  [/^\/admin\/inquiries\/:id$/, 'inquiry'],
  [/^\/admin\/announcements\/:id$/, 'announcement'],
  [/^\/admin\/billing\/deposits\/(files\/)?:id$/, 'text'],
  [/\/billing\/invoices\/[{:]id}?$|^\/restaurant\/invoices\/:id$/, 'invoice'],
  [/\/statements\/[{:]id}?(\/|$)/, 'statement'],
  [/\/commission\/\{id}/, 'commissionAgreement'],
  [/^\/admin\/(commission|registration)\/:id$/, 'farm'],
  [/\/bookkeeping\/:id$|^\/api\/books\/exports\//, 'bookExport'],
  [/^\/restaurant\/order\/card\/:id$/, 'text'],
  [/\/group-buys\/[{:]code}?(\/|$)/, 'groupBuy'],
  [/^\/test\/mails\/:id$/, 'text'],
]

/** The parameters of an address: their positions, and what they name. Fails for an unknown address. */
export function namesIn(path: string): { part: string; kind: Named }[] {
  return [...path.matchAll(/\{\w+\}|:\w+\??/g)].map((found) => {
    const upTo = path.slice(0, found.index + found[0].length).replace(/\?$/, '')
    const kind = namedBy.find(([pattern]) => pattern.test(upTo))?.[1]
    if (!kind) throw new Error(`tests/fuzz/surface.ts does not say what ${found[0]} names in ${path}`)
    return { part: found[0], kind }
  })
}

/** A form of one of our pages, as the browser would send it. */
export type Form = {
  action: string
  method: 'GET' | 'POST'
  multipart: boolean
  fields: { name: string; value: string; options: string[] }[]
}

/** The forms in the HTML of our pages: React writes every attribute in double quotes. */
export function formsIn(html: string, pageAddress: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, head = '', inner = '']) => ({
    action: attribute(head, 'action') ?? pageAddress,
    method: /post/i.test(attribute(head, 'method') ?? '') ? 'POST' : 'GET',
    multipart: attribute(head, 'enctype') === 'multipart/form-data',
    fields: fieldsIn(inner),
  }))
}

function fieldsIn(html: string): Form['fields'] {
  const controls = [...html.matchAll(/<(input|button|textarea|select)\b([^>]*)>(?:(.*?)<\/(?:textarea|select)>)?/gs)]
  const fields = controls.flatMap(([, tag, head = '', inner = '']) => {
    const name = attribute(head, 'name')
    if (name === null) return []
    const options =
      tag === 'select'
        ? [...inner.matchAll(/<option\b([^>]*)>/g)].map(([, it = '']) => attribute(it, 'value') ?? '')
        : []
    return [{ name, value: attribute(head, 'value') ?? options[0] ?? '', options }]
  })
  // options of one name are one field
  return [...Map.groupBy(fields, ({ name }) => name).values()].map((same) => ({
    name: same[0]?.name ?? '',
    value: same[0]?.value ?? '',
    options: same.length > 1 ? same.map(({ value }) => value) : (same[0]?.options ?? []),
  }))
}

/** The names of query parameters in links to our own pages, by path. */
export function queriesIn(html: string): { path: string; names: string[] }[] {
  return [...html.matchAll(/href="(\/[^"#?]*)\?([^"#]*)/g)].map(([, path = '', query = '']) => ({
    path,
    names: [...new URLSearchParams(decoded(query)).keys()],
  }))
}

function attribute(head: string, name: string): string | null {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(head)?.[1]
  return value === undefined ? null : decoded(value)
}

const decoded = (text: string) =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
