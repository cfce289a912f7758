import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import type pg from 'pg'
import { openDatabase } from '../../app/infra/db/connect.server.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const password = 'running-app-1'

/** The built app in a process of its own, as `npm start` runs it, on a data folder that outlives a kill. */
export class RunningApp {
  readonly folder: string
  readonly products: number
  readonly env: Record<string, string>
  origin = ''
  #child: ChildProcess | null = null

  private constructor(folder: string, products: number, env: Record<string, string>) {
    this.folder = folder
    this.products = products
    this.env = env
  }

  static async start(products = 600, env: Record<string, string> = {}): Promise<RunningApp> {
    return RunningApp.startIn(await temporaryFolder('app'), products, env)
  }

  /** On a folder that is there already: a second process beside the first. */
  static async startIn(folder: string, products = 600, env: Record<string, string> = {}): Promise<RunningApp> {
    const app = new RunningApp(folder, products, env)
    await app.startAgain()
    return app
  }

  async startAgain(): Promise<void> {
    const child = spawn(process.execPath, ['server/main.ts'], {
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
        ...this.env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    this.origin = await addressOf(child)
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

  /** A connection beside the app, to the same embedded server. */
  database = () => openDatabase({ dataDir: this.folder, poolSize: 8, onNotice: () => {} })

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

/** Restaurants with a kitchen in Tokyo and a bearer session each; made directly, signing in is not what is tested. */
export async function makeBuyers(pool: pg.Pool, count: number): Promise<string[]> {
  const tokens: string[] = []
  for (let index = 0; index < count; index++) {
    const secret = randomBytes(32).toString('base64url')
    tokens.push(`htk_${secret}`)
    const [person, restaurant, kitchen] = [randomUUID(), randomUUID(), randomUUID()]
    await pool.query(`insert into people (id, email, name, created_at) values ($1, $2, '計測', now())`, [
      person,
      `${person}@example.jp`,
    ])
    await pool.query(
      `insert into restaurants (id, name, kana, crest, representative, business_type, status, created_at)
       values ($1, '計測', 'ケイソク', '計', '計測', '計測', 'approved', now())`,
      [restaurant],
    )
    await pool.query(
      `insert into kitchens (id, restaurant_id, name, postal_code, prefecture_code, city, street, place, phone, receiving_weekdays, default_slot)
       values ($1, $2, '計測', '1620825', '13', '新宿区', '1', '神楽坂', '03-0000-0000', '{0,1,2,3,4,5,6}', 'am')`,
      [kitchen, restaurant],
    )
    await pool.query(`insert into memberships (id, person_id, restaurant_id, role) values ($1, $2, $3, 'owner')`, [
      randomUUID(),
      person,
      restaurant,
    ])
    await pool.query(
      `insert into sessions (id_hash, person_id, channel, provider, amr, auth_time, created_at, seen_at, idle_until, abs_until, access_until)
       values ($1, $2, 'bearer', 'embedded', '{pwd}', now(), now(), now(), now() + interval '1 hour', now() + interval '1 hour', now() + interval '1 hour')`,
      [createHash('sha256').update(secret).digest(), person],
    )
  }
  return tokens
}

const goodsSql = `select distinct on (p.farm_id) p.id from products p join farms f on f.id = p.farm_id
  where p.status = 'listed' and p.temperature = 'ambient' and p.min_qty = 1 and p.order_step = 1
    and not p.catch_weight and p.gross_grams < 10000 and p.price_yen > f.min_order_yen
    and f.status = 'approved' and array_length(f.ship_weekdays, 1) >= 5
    and not exists (select from farm_vacations v where v.farm_id = f.id)
  order by p.farm_id, p.id limit 3`

/** Ambient goods of three farms that ship on most days, with plenty of stock. */
export async function threeGoods(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(goodsSql)
  const ids = rows.map((row) => row.id)
  await pool.query('update product_stock set available_qty = 1000000 where product_id = any ($1)', [ids])
  return ids
}

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

/** What the buyer saw of a cart with one of each of these goods. */
export async function fillCartByApi(api: Call, goods: readonly string[]): Promise<unknown> {
  for (const id of goods) await api('PUT', `/api/cart/lines/${id}`, { qty: 1 })
  const cart = JSON.parse(await api('GET', '/api/cart')) as { seen: unknown }
  return cart.seen
}
