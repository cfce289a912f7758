import { type ApiParts, handleApi } from '../../app/api/handler.server.ts'
import { checkResponses } from '../../app/api/picked.ts'
import type { Actor } from '../../app/authorization/actor.ts'
import { makeEncryption } from '../../app/infra/encryption.server.ts'
import { makeLog } from '../../app/infra/log.server.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import type { Firebase } from '../../app/kernel/firebase.ts'
import { openSession } from '../../app/modules/identity/session-store.server.ts'
import type { FileStore } from '../../app/modules/photos/file-store.ts'
import { aKey, noon } from '../factories/market.ts'
import type { TestDatabase } from '../support/database.ts'
import { testSite } from '../support/mailed.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is read as its readers do, without our types
type Answer = { status: number; headers: Headers; body: any; bytes: Uint8Array }

export type Call = {
  token?: string
  body?: unknown
  /** An idempotency key; a fresh one for every POST by default, null for none. */
  key?: string | null
  headers?: Record<string, string>
  raw?: string
}

const operator = operatorOf(readSettings({ APP_ENV: 'development' }))
const encryption = makeEncryption('x'.repeat(32))

checkResponses()

/** The API from a client's view, on a test database, with a clock that tests move. */
export function anApi(test: Pick<TestDatabase, 'db'>, firebase: Firebase | null = null) {
  const kept = new Map<string, Uint8Array>()
  const files: FileStore = {
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? null,
    delete: async (key) => void kept.delete(key),
    list: async function* () {},
  }
  const clock = { at: noon, now: () => clock.at }
  const errors: unknown[] = []
  const log = makeLog('silent')
  log.error = (...said: unknown[]) => void errors.push(said)

  async function call(method: string, path: string, { token, body, key = aKey(), headers, raw }: Call = {}) {
    const request_ = { requestId: 'request-1', ip: '192.0.2.1', site: testSite }
    const parts: ApiParts = {
      db: test.db,
      clock,
      log,
      operator,
      encryption,
      files,
      live: null,
      firebase,
      cards: null,
      ...request_,
    }
    const text = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const request = new Request(`http://localhost:3000/api${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(key !== null && method !== 'GET' && { 'idempotency-key': key }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
    })
    const response = await handleApi(request, parts)
    const type = response.headers.get('content-type') ?? ''
    const bytes = new Uint8Array(await response.arrayBuffer())
    const said = new TextDecoder().decode(bytes)
    const answer: Answer = {
      status: response.status,
      headers: response.headers,
      body: type.startsWith('application/json') ? JSON.parse(said) : said,
      bytes,
    }
    return answer
  }

  const tokenOf = (actor: Actor, channel: 'bearer' | 'cookie' = 'bearer') => {
    if (!('personId' in actor)) throw new TypeError(`${actor.kind} signs in elsewhere`)
    const session = { who: { personId: actor.personId }, channel, ip: null, userAgent: null }
    return openSession({ db: test.db, now: clock.at }, session)
  }

  return { call, tokenOf, clock, errors }
}
