import { afterEach, beforeAll, expect, test } from 'vitest'
import { parseJstDate } from '../../app/kernel/jst.ts'
import { farmsArrivingOn } from '../../app/modules/products/catalog/arriving-farms.server.ts'
import { noFarmWish } from '../../app/modules/products/catalog/farm-filter.ts'
import { listFarms } from '../../app/modules/products/catalog/farm-list.server.ts'
import { listProducts } from '../../app/modules/products/catalog/product-list.server.ts'
import { rankProducts } from '../../app/modules/products/catalog/rank-products.server.ts'
import { loadInBulk } from '../../db/seed/bulk-load.ts'
import { fillSearchRows } from '../../db/seed/search-rows.ts'
import { aFarm, aLot, aProduct, aRestaurant, as } from '../factories/market.ts'
import { testDatabase } from '../support/database.ts'

/** What a market of 2,000 farms and very many products needs to be quick: what is sent, and how it is filled. */
const test_ = testDatabase()
const mostFarms = 2_000
const to = {
  zone: 'kanto' as const,
  calendar: { receivingWeekdays: [1, 2, 3, 4, 5, 6] as const, closedDays: new Set<never>() },
}
const on = parseJstDate('2026-11-27')

/** The values of all statements on any connection. */
let sent: { text: string; values: unknown[] }[] = []

beforeAll(async () => {
  // before the first connection
  test_.pool.on('connect', (client) => {
    const send = client.query
    Object.assign(client, {
      query: (...given: unknown[]) => {
        const [statement, values] = given
        const { text = statement, values: own = values } = (statement ?? {}) as { text?: unknown; values?: unknown }
        sent.push({ text: `${text}`, values: Array.isArray(own) ? own : [] })
        return Reflect.apply(send, client, given)
      },
    })
  })
  const { farmId } = await aFarm(test_.db)
  const columns = `name, kana, crest, representative, story, postal_code, prefecture_code, city, street, place, phone, picture,
    status, ship_weekdays, ships_on_holidays, packing_minute, cutoff_hours_before_packing, answer_hours_after_cutoff,
    auto_accept, free_freight_from_yen, min_order_yen, created_at`
  await test_.pool.query(
    `insert into farms (id, ${columns}) select gen_random_uuid(), ${columns} from farms, generate_series(2, $2) where id = $1`,
    [farmId, mostFarms],
  )
  await test_.pool.query(`update farms set status = 'suspended', status_reason = '確認中' where seq % 10 = 0`)
  await aProduct(test_.db, farmId)
})
afterEach(() => {
  sent = []
})

const bytesOf = ({ text, values }: { text: string; values: unknown[] }) =>
  text.length +
  values.reduce(
    (sum: number, value) => sum + (Buffer.isBuffer(value) ? value.length : JSON.stringify(value ?? '').length),
    0,
  )

test('a page for a day sends a bit of each farm that arrives, not its id: with 2,000 farms less than 8 kB', async () => {
  const { actor } = await aRestaurant(test_.db)
  const ctx = as(test_.db, actor)
  if (!on) throw new Error('no day')
  const arriving = [...(await farmsArrivingOn(ctx, to, on)).values()]
  expect(arriving.map(({ ids }) => ids.length)).toEqual([1_800, 1_800, 1_800, 1_800])
  const { rows } = await test_.pool.query<{ id: string }>("select id from farms where status = 'approved'")
  expect(new Set(arriving[0]?.ids)).toEqual(new Set(rows.map(({ id }) => id)))
  const listed = async (arrives: { on: NonNullable<typeof on>; at: typeof to } | undefined) =>
    (await listProducts(ctx, { arrives })).products.map(({ id }) => id)
  sent = []
  expect(await listed({ on, at: to })).toEqual(await listed(undefined))
  expect((await listFarms(ctx, { ...noFarmWish, on }, to)).count).toBe(1_800)
  expect(Math.max(...sent.map(bytesOf))).toBeLessThan(8_000)
  expect(sent.some(({ text }) => text.includes('get_bit'))).toBe(true)
})

test('rows of the search table that are filled many at once are those that triggers fill and the job ranks; its indexes and references come back', async () => {
  const { farmId } = await aFarm(test_.db, { prefectureCode: '43' })
  const { farmId: suspended } = await aFarm(test_.db, { status: 'suspended', statusReason: '確認中' })
  for (const more of [{}, { stock: 0 }, { status: 'paused' }, { catchWeight: true, tolerancePercent: 10 }] as const)
    await aLot(test_.db, farmId, await aProduct(test_.db, farmId, more))
  await aProduct(test_.db, suspended)
  const now = new Date()
  await rankProducts({ db: test_.db, now })
  const all = async () => (await test_.pool.query('select * from product_search order by product_id')).rows
  const made = async () => {
    const { rows } = await test_.pool.query(
      `select indexdef as made from pg_indexes where tablename = 'product_search'
       union all select concat(conname, ' ', pg_get_constraintdef(oid), ' ', convalidated) from pg_constraint
        where conrelid = 'product_search'::regclass
       union all select concat(c.relname, ' ', a.attnum, ' statistics ', a.attstattarget) from pg_index i
         join pg_class c on c.oid = i.indexrelid join pg_attribute a on a.attrelid = c.oid
        where i.indrelid = 'product_search'::regclass
       union all select concat(tgname, ' ', tgenabled) from pg_trigger where tgrelid = 'product_search'::regclass and not tgisinternal
       order by 1`,
    )
    return rows
  }
  const [rows, definitions] = [await all(), await made()]
  expect(rows.length).toBeGreaterThan(5)

  const client = await test_.pool.connect()
  await client.query('begin')
  await client.query('delete from product_search')
  const words = rows.map(
    (row: { product_id: string; search_text: string }) => [row.product_id, row.search_text] as const,
  )
  await loadInBulk(client, 'productSearch', () => fillSearchRows(client, words, now), { withoutTriggers: true })
  await client.query('commit')
  client.release()
  expect(await all()).toEqual(rows)
  expect(await made()).toEqual(definitions)
})

test('many rows at once are refused, too, if one refers to what is not there', async () => {
  const client = await test_.pool.connect()
  await client.query('begin')
  const load = () =>
    client.query(
      'update product_search set farm_id = gen_random_uuid() where product_id = (select product_id from product_search limit 1)',
    )
  await expect(loadInBulk(client, 'productSearch', load)).rejects.toThrow(/product_search_farm_id_fkey/)
  await client.query('rollback')
  client.release()
})

test.each([
  '人参 にんじん carrot 𠮷野の畑',
  '5kg箱 jas有機 100%露地',
  '',
  '柚',
  'abc def abc',
  'ー々〆: a:b 〜・、。',
  'デコポンー 不知火',
  '  二つ  の 空白 ',
  'ｶﾞ が か\u3099 ①②',
  "it's \\ 'quoted'",
])('the tokens of a text are those of the first migration: %j', async (text) => {
  const { rows } = await test_.pool.query<{ now: string; then: string }>(
    `select jp_tokens($1)::text as now, (
       select coalesce(array_to_tsvector(array_agg(distinct token)), ''::tsvector) from (
         select substr(word, i, n) token
           from regexp_split_to_table($1, '[^[:alnum:]ー々〆:]+') word,
                lateral generate_series(1, char_length(word)) i, (values (1), (2)) size (n)
          where word ~ '[^\\x01-\\x7f]' and i + n - 1 <= char_length(word)
         union all
         select word from regexp_split_to_table($1, '[^[:alnum:]ー々〆:]+') word where word <> '' and word !~ '[^\\x01-\\x7f]'
       ) tokens where token is not null)::text as then`,
    [text],
  )
  expect(rows[0]?.now).toBe(rows[0]?.then)
})
