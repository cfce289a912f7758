import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Random } from '../../db/seed/random.ts'
import { RunningApp } from '../support/running-app.ts'
import { Ownership } from './ownership.ts'
import { addPeople, findPeople, type Role, type RoleName, signInRoles } from './roles.ts'

/** The row that decides who sees a photo: a claim is seen by both sides. */
const ownerOfPhoto = `coalesce((select claim_id from claim_photos where photo_key = key limit 1), farm_id, restaurant_id, person_id)`

/** What an address or a field can name, and how to list all of it: the value, and the row whose owners it has. */
const kinds = {
  admin: 'select id as value, id from admins',
  announcement: 'select id as value, id from announcements',
  answerLink: 'select id as value, id from answer_links',
  apiToken: 'select id as value, id from api_tokens',
  badge: 'select token as value, id from badges',
  bookExport: 'select id as value, id from book_exports',
  claim: 'select id as value, id from claims',
  commissionAgreement: 'select id as value, id from commission_agreements',
  conversation: 'select id as value, id from conversations',
  delivery: 'select id as value, id from webhook_deliveries',
  document: 'select id as value, id from documents',
  draft: 'select id as value, id from product_drafts',
  farm: 'select id as value, id from farms',
  harvest: 'select id as value, id from harvest_windows',
  inquiry: 'select id as value, id from inquiries',
  inquiryNumber: 'select number as value, id from inquiries',
  invitation: 'select id as value, id from invitations',
  invoice: `select id as value, id from issued_documents where kind = 'invoice'`,
  issuedDocument: 'select id as value, id from issued_documents',
  kitchen: 'select id as value, id from kitchens',
  ledgerEntry: 'select id as value, id from ledger_entries',
  line: 'select id as value, id from order_lines',
  list: 'select id as value, id from shopping_lists',
  lot: 'select id as value, id from lots',
  member: 'select id as value, id from memberships',
  notice: 'select id as value, id from notifications',
  order: 'select id as value, id from orders',
  ownPrice: 'select id as value, id from own_prices',
  parcel: 'select id as value, id from parcels',
  debitRun: 'select id as value, id from debit_runs',
  payRun: 'select id as value, id from pay_runs',
  person: 'select id as value, id from people',
  photo: `select key || '-960.webp' as value, ${ownerOfPhoto} as id from photos`,
  photoKey: `select key as value, ${ownerOfPhoto} as id from photos`,
  product: 'select id as value, id from products',
  purchase: 'select id as value, id from purchases',
  recall: 'select id as value, id from recalls',
  groupBuy: 'select code as value, id from group_buys',
  request: 'select id as value, id from requests',
  requestAnswer: 'select id as value, id from request_answers',
  restaurant: 'select id as value, id from restaurants',
  review: 'select id as value, id from reviews',
  // only the farm that runs it sees its load
  run: `select r.id as value, m.id from runs r join memberships m on m.farm_id = r.farm_id and m.role = 'owner'`,
  standingOrder: 'select id as value, id from standing_orders',
  conversationReport: 'select id as value, id from conversation_reports',
  statement: `select id as value, id from issued_documents where kind = 'statement'`,
  vacation: 'select id as value, id from farm_vacations',
  watch: 'select id as value, id from watches',
  webhook: 'select id as value, id from webhooks',
} as const
export type Kind = keyof typeof kinds

type Thing = { value: string; id: string }

export type FuzzMarket = Awaited<ReturnType<typeof startMarket>>

/** The built program on a demo market, with everything that a request can name, of two tenants on each side. */
export async function startMarket() {
  const app = await RunningApp.start(600, { TRUSTED_PROXIES: '1', LOG_LEVEL: 'error' })
  const database = await app.database()
  const end = async () => {
    await database.close()
    await app.end()
  }
  try {
    return { app, pool: database.pool, end, ...(await furnished(database.pool)) }
  } catch (error) {
    await end()
    throw error
  }
}

async function furnished(pool: pg.Pool) {
  await addPeople(pool)
  await addThings(pool)
  const people = await findPeople(pool)
  const markers = await plantMarkers(pool)
  const { roles, restore } = await signInRoles(pool, people)
  const ownership = await Ownership.read(pool)
  const things = new Map<Kind, Thing[]>()
  for (const kind of Object.keys(kinds) as Kind[]) things.set(kind, await thingsOf(pool, kind))
  const lines = await linesByOrder(pool)

  const lists = new Map<string, string[]>()
  /** Such a list is long, and needed for every request. */
  const listed = (whose: string, kind: Kind, isWanted: (id: string) => boolean): string[] => {
    const name = `${whose} ${kind}`
    const list = lists.get(name) ?? (things.get(kind) ?? []).filter(({ id }) => isWanted(id)).map(({ value }) => value)
    lists.set(name, list)
    return list
  }
  return {
    roles,
    restore,
    markers,
    /** As it was at the beginning. */
    ownership,
    role(name: RoleName): Role {
      const role = roles.find((one) => one.name === name)
      if (!role) throw new Error(`no role ${name}`)
      return role
    },
    /** Something of this kind that belongs to the role; null if there is none. */
    own(kind: Kind, role: Role, random: Random): string | null {
      const mine = listed(role.name, kind, (id) => ownership.isOf(id, role.parties))
      return mine.length > 0 ? random.pick(mine) : null
    },
    /** Something public of this kind; null if there is none. */
    public(kind: Kind, random: Random): string | null {
      const known = listed('public', kind, (id) => ownership.isPublic(id) || ownership.ownersOf(id).size === 0)
      return known.length > 0 ? random.pick(known) : null
    },
    /** Something of this kind that belongs to others and is not public; null if there is none. */
    foreign(kind: Kind, role: Role, random: Random): string | null {
      const theirs = listed(`not ${role.name}`, kind, (id) => ownership.isForeignTo(id, role.parties))
      return theirs.length > 0 ? random.pick(theirs) : null
    },
    /** Whether what an address names belongs to others; false for what is public and for unknown ids. */
    isForeign(kind: Kind, value: string, role: Role): boolean {
      const thing = things.get(kind)?.find((one) => one.value === value)
      return thing !== undefined && ownership.isForeignTo(thing.id, role.parties)
    },
    linesOf: (order: string): readonly string[] => lines.get(order) ?? [],
  }
}

async function linesByOrder(pool: pg.Pool): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ order: string; lines: string[] }>(
    'select order_id as order, array_agg(id order by ordinal) as lines from order_lines group by order_id',
  )
  return new Map(rows.map(({ order, lines }) => [order, lines]))
}

async function thingsOf(pool: pg.Pool, kind: Kind): Promise<Thing[]> {
  const { rows } = await pool.query<Thing>(
    `select value::text, id::text from (${kinds[kind]}) thing where id is not null order by id, value`,
  )
  return rows
}

/** The other pair of tenants: what only the first pair has in the demo market is copied for it. */
async function addThings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Record<string, string>>(
    `select r1.restaurant_id as r1, r2.restaurant_id as r2, f1.farm_id as f1, f2.farm_id as f2,
            r1.person_id as p1, r2.person_id as p2, f1.person_id as q1, f2.person_id as q2,
            (select k.id from kitchens k where k.restaurant_id = r2.restaurant_id order by k.id limit 1) as k2,
            (select p.id from products p where p.farm_id = f2.farm_id and p.status = 'listed' order by p.id limit 1) as g2
       from (${ofPerson}'owner@example.jp') r1, (${ofPerson}'shop2@example.jp') r2,
            (${ofPerson}'farmer@example.jp') f1, (${ofPerson}'farmer2@example.jp') f2`,
  )
  const { r1 = '', r2 = '', f1 = '', f2 = '', p1 = '', p2 = '', q1 = '', q2 = '', k2 = '', g2 = '' } = rows[0] ?? {}
  const copy = async (table: string, where: string, changes: Record<string, unknown>) => {
    await pool.query(
      `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || $1::jsonb)).* from ${table} t
        where ${where} order by t.id limit 1 on conflict do nothing`,
      [JSON.stringify({ id: randomUUID(), ...changes })],
    )
  }
  await copy('own_prices', `restaurant_id = '${r1}'`, { restaurant_id: r2, farm_id: f2, product_id: g2 })
  await copy('shopping_lists', `restaurant_id = '${r1}'`, { restaurant_id: r2, kitchen_id: k2 })
  await copy('product_drafts', `farm_id = '${f1}'`, { farm_id: f2 })
  await copy('harvest_windows', `farm_id = '${f1}'`, { farm_id: f2, product_id: g2, reserved_qty: 0 })
  await copy('farm_vacations', 'true', { farm_id: f1, from_on: '2035-01-01', to_on: '2035-01-02' })
  await copy('farm_vacations', 'true', { farm_id: f2, from_on: '2035-01-01', to_on: '2035-01-02' })
  await copy('runs', 'true', { farm_id: f1 })
  await copy('runs', 'true', { farm_id: f2 })
  await copy('invitations', `restaurant_id = '${r1}'`, { restaurant_id: r2, invited_by: p2 })
  const forFarm = { restaurant_id: null, order_limit_yen: null }
  await copy('invitations', `restaurant_id = '${r1}'`, { ...forFarm, farm_id: f1, invited_by: q1 })
  await copy('invitations', `restaurant_id = '${r1}'`, { ...forFarm, farm_id: f2, invited_by: q2 })
  await copy('inquiries', `restaurant_id = '${r1}'`, { restaurant_id: r2, person_id: p2, number: 'Q-20260101-9001' })
  await copy('inquiries', `restaurant_id = '${r1}'`, {
    restaurant_id: null,
    farm_id: f2,
    person_id: q2,
    number: 'Q-20260101-9002',
  })
  const paper = { restaurant_id: null, farm_id: null }
  for (const [index, owner] of [
    { restaurant_id: r1 },
    { restaurant_id: r2 },
    { farm_id: f1 },
    { farm_id: f2 },
  ].entries())
    await copy('documents', 'true', { ...paper, ...owner, file_key: String(index).padStart(32, 'f') })
  for (const person of [p1, p2, q1, q2]) {
    await copy('notifications', 'true', { person_id: person, order_id: null, path: '/', key: randomUUID() })
    await copy('watches', `kind = 'words'`, { person_id: person })
  }
  await pool.query(
    `insert into claims select (jsonb_populate_record(null::claims, to_jsonb(c) || jsonb_build_object('id', gen_random_uuid(),
        'number', 'fuzz-C1', 'order_id', l.order_id, 'order_line_id', l.id, 'restaurant_id', $1::uuid, 'farm_id', $2::uuid))).*
       from (select * from claims order by id limit 1) c,
            (select l.* from order_lines l join orders o on o.id = l.order_id
              where o.restaurant_id = $1 and o.farm_id = $2 and o.state = 'inspected' order by l.id limit 1) l`,
    [r2, f2],
  )
  await pool.query(
    `insert into standing_orders
     select (jsonb_populate_record(null::standing_orders, to_jsonb(s) || jsonb_build_object('id', gen_random_uuid(),
        'restaurant_id', $1::uuid, 'kitchen_id', $2::uuid, 'person_id', $3::uuid, 'list_id', l.id))).*
       from (select * from standing_orders order by id limit 1) s, shopping_lists l where l.restaurant_id = $1`,
    [r2, k2, p2],
  )
  for (const [restaurant, farm, maker] of [
    [r1, null, p1],
    [r2, null, p2],
    [null, f1, q1],
    [null, f2, q2],
  ])
    await pool.query(
      `with made as (
         insert into webhooks (id, farm_id, restaurant_id, url, sealed_secret, kinds, made_by, created_at)
         values (gen_random_uuid(), $2, $1, 'https://hooks.example/x', 'sealed', '{order_placed}', $3, now()) returning id)
       insert into webhook_deliveries (id, webhook_id, event_id, created_at, due_at, tries)
       select gen_random_uuid(), made.id, (select id from events order by id limit 1), now(), now(), 0 from made`,
      [restaurant, farm, maker],
    )
}

const ofPerson = 'select m.* from memberships m join people p on p.id = m.person_id where p.email = '

/** Private words of every tenant, by table and column: readable only for the owners of the row and its readers. */
const privateWords: readonly (readonly [table: string, column: string, where?: string])[] = [
  ['kitchens', 'street'],
  ['kitchens', 'receiving_note'],
  ['restaurants', 'phone'],
  ['orders', 'note'],
  ['claims', 'words'],
  ['shopping_lists', 'name'],
  ['requests', 'note'],
  ['request_answers', 'words'],
  ['recalls', 'instructions'],
  ['product_drafts', 'typed'],
  ['invitations', 'email'],
  ['people', 'email'],
  ['inquiries', 'body'],
  ['documents', 'file_name'],
  // the number of a certificate is on the page of the farm
  ['documents', 'number', `kind <> 'certificate'`],
  ['webhooks', 'url'],
  ['notifications', 'title'],
  ['watches', 'words'],
]

/** The word in the format that the column requires. */
const written: Record<string, string> = {
  'people.email': `$2 || '@example.jp'`,
  'invitations.email': `$2 || '@example.jp'`,
  'product_drafts.typed': `typed || jsonb_build_object('name', $2::text)`,
  'webhooks.url': `'https://hooks.example/' || $2`,
}

/** A pattern that finds such a word anywhere in a response. */
export const markerPattern = /zq[0-9a-z]{8}qz/g

/** Writes a unique word into each private field; returns the row to which each word belongs. */
async function plantMarkers(pool: pg.Pool): Promise<Map<string, string>> {
  const markers = new Map<string, string>()
  for (const [table, column, where = 'true'] of privateWords) {
    const { rows } = await pool.query<{ id: string }>(
      `select id from ${table} where ${column} is not null and ${where} order by id desc limit 3000`,
    )
    const planted = rows.map(({ id }, index) => ({ id, word: markerOf(markers.size + index) }))
    for (const { id, word } of planted) markers.set(word, id)
    const value = (written[`${table}.${column}`] ?? '$2').replaceAll('$2', 'planted.word')
    await withoutTriggers(pool, (client) =>
      client.query(
        `update ${table} t set ${column} = ${value}
           from unnest($1::uuid[], $2::text[]) as planted (id, word) where planted.id = t.id`,
        [planted.map(({ id }) => id), planted.map(({ word }) => word)],
      ),
    )
  }
  return markers
}

/** Planting words is not a business change: triggers are disabled. */
async function withoutTriggers(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = 'replica'`)
    await run(client)
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
}

const markerOf = (number: number) => `zq${number.toString(36).padStart(8, '0')}qz`
