import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { openDatabase } from '../../app/infra/db/connect.server.ts'
import { type KitchenId, newId, type PersonId, type RestaurantId } from '../../app/kernel/ids.ts'
import { copyDemoFolder } from './demo-folder.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const password = 'running-app-1'

/** As many goods as the demo data have at least. */
const fewest = 600

/** The built app in a process of its own, as `npm start` runs it, on a data folder that outlives a kill. */
export class RunningApp {
  readonly folder: string
  readonly products: number
  readonly env: Record<string, string>
  readonly program: string
  origin = ''
  /** What the process has written so far. */
  output = ''
  #child: ChildProcess | null = null

  private constructor(folder: string, products: number, env: Record<string, string>, program: string) {
    this.folder = folder
    this.products = products
    this.env = env
    this.program = program
  }

  /** With demo data, in a folder of its own. */
  static async start(products = fewest, env: Record<string, string> = {}): Promise<RunningApp> {
    const folder = await temporaryFolder('app')
    if (products === fewest) await copyDemoFolder(folder, makeDemoFolder)
    return RunningApp.startIn(folder, products, env)
  }

  /** For the first time, whatever other tests have started. */
  static async startFresh(env: Record<string, string> = {}): Promise<RunningApp> {
    return RunningApp.startIn(await temporaryFolder('app'), fewest, env)
  }

  /** On a folder that is there already: a second process beside the first. `program`: of this build, or of another one. */
  static async startIn(
    folder: string,
    products = fewest,
    env: Record<string, string> = {},
    program = 'build/server/main.js',
  ): Promise<RunningApp> {
    const app = new RunningApp(folder, products, env, program)
    await app.startAgain()
    return app
  }

  async startAgain(): Promise<void> {
    const child = spawn(process.execPath, [this.program], {
      env: {
        ...process.env,
        APP_ENV: 'development',
        NODE_ENV: 'production',
        DATABASE_URL: '',
        PORT: '0',
        DATA_DIR: this.folder,
        DEMO_PRODUCTS: String(this.products),
        DEMO_PASSWORD: password,
        LOG_LEVEL: 'fatal',
        WORKER: 'off',
        PROCESSES: '1',
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (this.output += String(text)))
    this.origin = await addressOf(child)
  }

  /** Of the process, to look at what it takes. */
  get pid(): number {
    return this.#child?.pid ?? 0
  }

  /** kill -9: no goodbye of any kind. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  /** SIGTERM; the folder stays. */
  async stop(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  /** SIGTERM, and the folder is gone. */
  async end(): Promise<void> {
    await this.stop()
    // a server that was just told to stop may still put a file away
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }

  /** Connections beside the app, to the same embedded server, as many as it has itself. */
  database = () => openDatabase({ dataDir: this.folder, poolSize: 10, onNotice: () => {} })

  async token(email: string): Promise<string> {
    const response = await fetch(`${this.origin}/api/auth/tokens`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const body = (await response.json()) as { token: string }
    return body.token
  }

  async cookie(email: string): Promise<string> {
    const response = await fetch(`${this.origin}/auth/signIn`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: this.origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email, password }),
    })
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
    if (!cookie) throw new Error(`no session for ${email}: ${response.status}`)
    return cookie
  }
}

async function makeDemoFolder(folder: string): Promise<void> {
  await mkdir(folder)
  const app = await RunningApp.startIn(folder)
  await app.stop()
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    let said = ''
    const hear = (data: unknown) => {
      said += String(data)
      const address = /Listening: (http:\S+)/.exec(said)?.[1]
      if (address) found(address)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => failed(new Error(`the app ended with ${code}\n${said}`)))
  })
}

/** The process of the server itself, to be killed. */
export async function postmasterOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ data_directory: string }>('show data_directory')
  return Number((await readFile(join(rows[0]?.data_directory ?? '', 'postmaster.pid'), 'utf8')).split('\n')[0])
}

export type Shop = { token: string; personId: PersonId; restaurantId: RestaurantId; kitchenId: KitchenId }

/** Restaurants with a kitchen in Tokyo and a bearer session each; made directly, signing in is not what is tested. */
export async function makeShops(pool: pg.Pool, count: number): Promise<Shop[]> {
  const shops = Array.from({ length: count }, () => ({
    token: `htk_${randomBytes(32).toString('base64url')}`,
    personId: newId<'person'>(),
    restaurantId: newId<'restaurant'>(),
    kitchenId: newId<'kitchen'>(),
  }))
  const people = shops.map((shop) => shop.personId)
  const restaurants = shops.map((shop) => shop.restaurantId)
  const pairs = [people, restaurants]
  await pool.query(
    `insert into people (id, email, name, email_verified_at, created_at) select id, id || '@example.jp', '計測', now(), now() from unnest($1::uuid[]) id`,
    [people],
  )
  await pool.query(
    `insert into restaurants (id, name, kana, crest, representative, business_type, status, created_at)
     select id, '計測', 'ケイソク', '計', '計測', '計測', 'approved', now() from unnest($1::uuid[]) id`,
    [restaurants],
  )
  await pool.query(
    `insert into kitchens (id, restaurant_id, name, postal_code, prefecture_code, city, street, place, phone, receiving_weekdays, default_slot)
     select id, restaurant, '計測', '1620825', '13', '新宿区', '1', '神楽坂', '03-0000-0000', '{0,1,2,3,4,5,6}', 'am'
       from unnest($1::uuid[], $2::uuid[]) as made (id, restaurant)`,
    [shops.map((shop) => shop.kitchenId), restaurants],
  )
  await pool.query(
    `insert into memberships (id, person_id, restaurant_id, role)
     select gen_random_uuid(), person, restaurant, 'owner' from unnest($1::uuid[], $2::uuid[]) as made (person, restaurant)`,
    pairs,
  )
  await pool.query(
    `insert into sessions (id_hash, person_id, channel, provider, amr, auth_time, created_at, seen_at, idle_until, abs_until, access_until)
     select hash, person, 'bearer', 'embedded', '{pwd}', now(), now(), now(), now() + interval '1 hour', now() + interval '1 hour', now() + interval '1 hour'
       from unnest($1::bytea[], $2::uuid[]) as made (hash, person)`,
    [shops.map(({ token }) => createHash('sha256').update(token.slice('htk_'.length)).digest()), people],
  )
  return shops
}

export const makeBuyers = async (pool: pg.Pool, count: number): Promise<string[]> =>
  (await makeShops(pool, count)).map(({ token }) => token)

const goodsSql = `select distinct on (p.farm_id) p.id from products p join farms f on f.id = p.farm_id
  where p.status = 'listed' and p.temperature = 'ambient' and p.min_qty = 1 and p.order_step = 1
    and not p.catch_weight and p.gross_grams < 10000 and p.price_yen > f.min_order_yen
    and p.sells_from = 'stock' and p.audience = 'everybody' and not goods_lapsed(p.farm_id, p.category, p.item_key)
    and f.status = 'approved' and array_length(f.ship_weekdays, 1) >= 5
    and not exists (select from farm_vacations v where v.farm_id = f.id)
  order by p.farm_id, p.id limit $1`

/** Ambient goods, each of another farm that ships on most days, with plenty of stock: up to so many. */
export async function goodsOfFarms(pool: pg.Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(goodsSql, [count])
  const ids = rows.map((row) => row.id)
  await pool.query('update product_stock set available_qty = 1000000 where product_id = any ($1)', [ids])
  return ids
}

export const threeGoods = (pool: pg.Pool): Promise<string[]> => goodsOfFarms(pool, 3)

export type Call = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<string>

/** Calls as one person; an answer that is not 2xx is an error. */
export function caller(origin: () => string, who: Record<string, string>): Call {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(origin() + path, {
      method,
      headers: { ...who, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`)
    return text
  }
}

/** What the buyer saw of a cart with one of each of these goods, put into it in one call. */
export async function fillCartByApi(api: Call, goods: readonly string[]): Promise<unknown> {
  const lines = goods.map((productId) => ({ productId, qty: 1 }))
  const cart = JSON.parse(await api('PUT', '/api/cart', { lines }, { 'idempotency-key': randomUUID() })) as {
    seen: unknown
  }
  return cart.seen
}
