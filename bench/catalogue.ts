import { mkdir, writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Call, caller, postmasterOf, RunningApp, threeGoods } from '../tests/support/running-app.ts'
import { type Cpu, cpuBetween, cpuOf } from './cpu.ts'
import { growthTable, measure, type Row, rowText, table } from './measure.ts'
import { stockUpdates } from './stock-updates.ts'

/**
 * `npm run bench:catalogue [-- 10000]`: every way of finding products, and a farm stating its stock, through HTTP
 * against a bare prepared query in the same run, at each size of the market. Prints Markdown and writes it to
 * bench/results/catalogue.md. With BENCH_DATA=<folder> the markets are kept there for the next run: a million products
 * take minutes to create.
 */
const sizes = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const kept = process.env.BENCH_DATA
const [calls, warmUp] = [300, 20]
const report: string[] = [
  `Node ${process.versions.node}, ${cpus().length} cores, ${new Date().toISOString().slice(0, 10)}`,
  '',
]

async function measureCatalogue(app: RunningApp, pool: pg.Pool): Promise<Row[]> {
  const [token, cookie] = [await app.token('chef@example.jp'), await app.cookie('chef@example.jp')]
  const api = caller(() => app.origin, { authorization: `Bearer ${token}` })
  const page = caller(() => app.origin, { cookie })
  const rows: Row[] = []
  const postmaster = await postmasterOf(pool)
  await untilIdle(() => cpuOf(app.pid, postmaster))
  const add = async (name: string, ask: () => Promise<unknown>, askBare: () => Promise<unknown>) => {
    const alone = await measure(ask, { calls: 60, atOnce: 1, warmUp: 3 })
    const bare = await measure(askBare, { calls: 100 })
    const before = cpuOf(app.pid, postmaster)
    const http = await measure(ask, { calls, warmUp })
    const used = cpuBetween(before, cpuOf(app.pid, postmaster))
    const each = (seconds: number) => (seconds * 1_000) / (calls + warmUp)
    const row = { name, alone, bare, http, cpu: { app: each(used.app), postgres: each(used.postgres) } }
    rows.push(row)
    process.stderr.write(`${rowText(row)}\n`)
  }
  const list = (query: string) => () => api('GET', `/api/products?${query}`)

  await add('first page of 24, newest', list('sort=newest'), () => newest(pool))
  await add('first page of 24, おすすめ順', list('sort=recommended'), () => newest(pool))
  const fortieth = await cursorOfPage(api, 40)
  await add('page 40, newest', list(`sort=newest&after=${encodeURIComponent(fortieth)}`), () => newest(pool))
  for (const [name, query, where] of facetSets)
    await add(`all counts, ${name}`, list(`sort=recommended&facets=true&${query}`), () => counted(pool, name, where))
  // a price that differs by a yen: nothing of the answer has been kept
  let price = 0
  for (const [name, query, where] of facetSets)
    await add(
      `first question, ${name}`,
      () => list(`sort=recommended&facets=true&${query}&perUnitFrom=${price++}`)(),
      () => counted(pool, name, where),
    )
  const { rows: days } = await pool.query<{ day: string }>('select (current_date + 3)::text as day')
  await add('list for a day', list(`sort=recommended&arrivesOn=${days[0]?.day}`), () => newest(pool))
  for (const words of ['柚', '米', '人参', 'トマト', 'にんじん', 'ほうれん草', '北海道 有機']) {
    const [first = ''] = words.split(' ')
    const sent = list(`sort=recommended&facets=true&q=${encodeURIComponent(words)}`)
    await add(`search ${words}, all counts`, sent, () => searched(pool, first))
  }
  for (const typed of ['に', 'にん', 'にんじ', 'ミニトマ'])
    await add(
      `suggestions at ${typed}`,
      () => api('GET', `/api/suggestions?q=${encodeURIComponent(typed)}`),
      () => named(pool, typed),
    )
  const goods = await threeGoods(pool)
  let turn = 0
  await add(
    'detail page, SSR',
    () => page('GET', `/restaurant/products/${goods[turn++ % goods.length]}`),
    () => pool.query({ name: 'bench-one', text: 'select * from products where id = $1', values: [goods[0]] }),
  )
  await add(
    'list page, SSR, all counts',
    () => page('GET', '/restaurant/products'),
    () => newest(pool),
  )
  await add(
    'counts of the sheet',
    () => page('GET', '/restaurant/products/count?season=1'),
    () => counted(pool, 'season', '11 = any (season_months)'),
  )
  return rows
}

/** Until the process has read what it counts lists by: it does so in the background. */
async function untilIdle(cpu: () => Cpu): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    const before = cpu()
    await sleep(1_000)
    const { app, postgres } = cpuBetween(before, cpu())
    quiet = app + postgres < 0.1 ? quiet + 1 : 0
  }
}

const facetSets: readonly (readonly [name: string, query: string, where: string])[] = [
  ['nothing chosen', '', 'true'],
  ['a shelf', 'category=root', "category = 'root'"],
  ['a shelf in season', 'category=root&inSeason=true', "category = 'root' and 11 = any (season_months)"],
  ['a prefecture', 'prefecture=12', "prefecture_code = '12'"],
  ['a method', 'method=jas_organic', "method = 'jas_organic'"],
  ['a price per kg', 'perKgFrom=300&perKgTo=600', 'yen_per_kg between 300 and 600'],
  ['harvested in 3 days', 'harvestedWithinDays=3', 'harvested_on >= current_date - 2'],
  [
    'four at once',
    'category=leaf&prefecture=12,13&method=jas_organic&temperature=chilled',
    "category = 'leaf' and prefecture_code in ('12', '13') and method = 'jas_organic' and temperature = 'chilled'",
  ],
]

async function cursorOfPage(api: Call, wanted: number): Promise<string> {
  let after = ''
  for (let page = 1; page < wanted; page++) {
    const answer = await api('GET', `/api/products?sort=newest${after && `&after=${encodeURIComponent(after)}`}`)
    const { next } = JSON.parse(answer) as { next: string | null }
    if (next === null) break
    after = next
  }
  return after
}

const newest = (pool: pg.Pool) =>
  pool.query({
    name: 'bench-newest',
    text: 'select product_id from product_search where visible order by listed_at desc, product_id desc limit 24',
  })

const counted = (pool: pg.Pool, name: string, where: string) =>
  pool.query({
    name: `bench-count-${name}`,
    text: `select count(*) from (select from product_search where visible and ${where} limit 20001) it`,
  })

const searched = (pool: pg.Pool, word: string) =>
  pool.query({
    name: `bench-search-${word}`,
    text: `select count(*) from (select from product_search where visible and jp_tokens(search_text) @@ $1::tsquery limit 20001) it`,
    values: [[...word].length === 1 ? `'${word}'` : pairs(word)],
  })

const pairs = (word: string) =>
  [...word]
    .map((letter) => letter.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60)))
    .flatMap((letter, index, all) => (index === 0 ? [] : `'${all[index - 1]}${letter}'`))
    .join(' & ')

const named = (pool: pg.Pool, typed: string) =>
  pool.query({
    name: 'bench-named',
    text: `select name from products where status = 'listed' and (jp_key(name)) collate "C" like $1 limit 4`,
    values: [`${typed}%`],
  })

let smallest: { size: string; rows: Row[] } | null = null
for (const size of sizes.length > 0 ? sizes : [10_000, 100_000, 1_000_000]) {
  const app = kept ? await RunningApp.startIn(join(kept, String(size)), size) : await RunningApp.start(size)
  const database = await app.database()
  try {
    const rows = await measureCatalogue(app, database.pool)
    const name = size.toLocaleString('en')
    const growth = smallest && growthTable(`${smallest.size} and ${name} products`, smallest.rows, rows)
    smallest ??= { size: name, rows }
    const text = [
      table(`${name} products`, rows),
      ...(growth ? [growth] : []),
      await stockUpdates(app, database.pool),
    ].join('\n')
    report.push(text)
    process.stdout.write(`${text}\n`)
  } finally {
    await database.close()
    await (kept ? app.stop() : app.end())
  }
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/catalogue.md', `${report.join('\n')}\n`)
