import { mkdir, readFile, writeFile } from 'node:fs/promises'
import type pg from 'pg'
import type { BuyerActor, FarmActor } from '../app/authorization/actor.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import { jstDateOf } from '../app/kernel/jst.ts'
import { actorOf } from '../app/modules/identity/session-store.server.ts'
import { caller, RunningApp } from '../tests/support/running-app.ts'
import { machine } from './machine.ts'
import { rowsSql } from './past-market.ts'

/**
 * `npm run bench:papers [-- 300]`: the papers of a day with this many packed orders of one farm, through the API of the built
 * app in a process of its own: the press that issues all slips, the same press again, and the PDF with everything. Also
 * how much memory the process has taken at most, and the one that draws the PDF. Prints Markdown and writes it to bench/results/day-papers.md.
 */
const [orders = 300] = process.argv.slice(2).map(Number).filter(Number.isSafeInteger)
const report: string[] = []
const say = (text: string) => {
  report.push(text)
  process.stdout.write(`${text}\n`)
}

/** Packed orders of one farm that leave today, for one kitchen. */
const packedSql = `create temp table bench_made as
  select 'papers-' || n as number, n, uuidv7() as id, uuidv7() as purchase_id, now() - interval '1 day' as placed_at,
         'preparing' as state, (now() at time zone 'Asia/Tokyo')::date as ship_on, now() + interval '1 year' as timer_at,
         n as shop, $1::uuid as farm_id, $2::uuid as restaurant_id, $3::uuid as kitchen_id, $4::uuid as person_id,
         (select array_agg(id) from (select id from products where farm_id = $1 and status = 'listed' and not catch_weight
           order by id limit 6) p) as ids
    from generate_series(1, $5::int) n`

const lotsSql = [
  // their only box is one without cooling
  `update order_lines set temperature = 'ambient' where order_id in (select id from orders where number like 'papers-%')`,
  `insert into lots (id, farm_id, product_id, code, harvested_on, created_at)
    select uuidv7(), o.farm_id, l.product_id, 'bench', current_date, now()
      from orders o join order_lines l on l.order_id = o.id where o.number like 'papers-%' group by 2, 3`,
  `insert into line_lots (order_line_id, lot_id, qty)
    select line.id, l.id, line.confirmed_qty from orders o join order_lines line on line.order_id = o.id
      join lots l on l.product_id = line.product_id and l.code = 'bench' where o.number like 'papers-%'`,
  'analyze purchases, orders, order_lines, parcels, lots, line_lots',
]

async function makeDay(pool: pg.Pool, farmer: FarmActor, chef: BuyerActor): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(packedSql, [farmer.farmId, chef.restaurantId, chef.kitchenIds[0], chef.personId, orders])
    for (const sql of [...rowsSql, ...lotsSql]) await client.query(sql)
  } finally {
    // this session is not returned to the pool
    client.release(true)
  }
}

const mostMegabytes = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** The most that any process which the app starts has taken, looked at every 20 ms until it is stopped. */
function watchChildren(pid: number) {
  let most = 0
  let stopped = false
  const watching = (async () => {
    while (!stopped) {
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
      for (const child of children.split(' ').filter(Boolean)) {
        const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')
        if (command.includes('draw-papers')) most = Math.max(most, await mostMegabytes(Number(child)))
      }
      await new Promise((done) => setTimeout(done, 20))
    }
  })()
  return async () => {
    stopped = true
    await watching
    return most
  }
}

const app = await RunningApp.start()
// seeding the demo data takes more memory than the pages do, and the process keeps it
await app.stop()
await app.startAgain()
const { pool, close } = await app.database()
try {
  const db = kyselyOn(pool)
  const [farmer, chef] = [
    await actorOf({ db, now: new Date() }, await app.token('farmer@example.jp'), 'bearer'),
    await actorOf({ db, now: new Date() }, await app.token('chef@example.jp'), 'bearer'),
  ]
  if (farmer.kind !== 'farm' || chef.kind !== 'buyer') throw new Error('no farm or no kitchen')
  await makeDay(pool, farmer, chef)
  const day = jstDateOf(new Date())
  const farm = caller(() => app.origin, { cookie: await app.cookie('farmer@example.jp') })
  const body = { day, parts: ['slips'], sheet: 'a4_24', start: 1, rightTenths: 0, downTenths: 0 }
  await farm('GET', '/farmer/papers')
  say(`${orders} orders with 3 lines each; ${machine()}\n`)
  // the most is counted from here
  await writeFile(`/proc/${app.pid}/clear_refs`, '5')
  say(`Before: the process takes ${await mostMegabytes(app.pid)} MB.\n`)
  say('| what | seconds | most memory of the app until then, MB | of the process that draws, MB | bytes |')
  say('| --- | --: | --: | --: | --: |')
  const steps = [
    ['the press that issues every slip', 'POST', '/api/farm/papers', body],
    ['the same press again', 'POST', '/api/farm/papers', body],
    ['everything as one PDF', 'GET', `/api/farm/papers/${day}?sheet=a4_24`, undefined],
    ['the same PDF again', 'GET', `/api/farm/papers/${day}?sheet=a4_24`, undefined],
  ] as const
  for (const [what, method, address, sent] of steps) {
    const children = watchChildren(app.pid)
    const began = performance.now()
    const answer = await fetch(`${app.origin}${address}`, {
      method,
      headers: {
        cookie: await app.cookie('farmer@example.jp'),
        origin: app.origin,
        ...(sent && { 'content-type': 'application/json' }),
      },
      ...(sent && { body: JSON.stringify(sent) }),
    })
    const bytes = (await answer.arrayBuffer()).byteLength
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`| ${what} | ${seconds} | ${await mostMegabytes(app.pid)} | ${(await children()) || '–'} | ${bytes} |`)
  }
  const { rows } =
    await pool.query(`select count(*)::int as slips from issued_documents d join orders o on o.id = d.order_id
    where o.number like 'papers-%' and d.kind = 'delivery_slip'`)
  say(`\n${rows[0]?.slips} slips were issued.`)
} finally {
  await close()
  await app.end()
}
await mkdir('bench/results', { recursive: true })
await writeFile('bench/results/day-papers.md', `${report.join('\n')}\n`)
