import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { scopesOf } from '../../app/modules/identity/api-scopes.ts'
import { adminCookie, apiTokenPrefix, bearerPrefix, sessionCookie } from '../../app/modules/identity/session.ts'

/** The roles as which requests are sent, and how each is found in the market. */
export const roleNames = [
  'visitor',
  'unproven person',
  'person with no place',
  'restaurant owner',
  'restaurant staff',
  'restaurant staff with an order limit',
  'owner of another restaurant',
  'owner of an unapproved restaurant',
  'farm owner',
  'farm helper',
  'see-only member of a farm',
  'owner of another farm',
  'owner of an unapproved farm',
  'administrator',
  'integration of a restaurant',
  'integration of a farm',
] as const
export type RoleName = (typeof roleNames)[number]

/** Restaurants have members without limits and with one; read-only members exist on farms only (memberships_check2). */
const emails: Partial<Record<RoleName, string>> = {
  'unproven person': 'fuzz-unproven@example.jp',
  'person with no place': 'fuzz-no-place@example.jp',
  'restaurant owner': 'owner@example.jp',
  'restaurant staff': 'chef@example.jp',
  'restaurant staff with an order limit': 'fuzz-limited@example.jp',
  'owner of another restaurant': 'shop2@example.jp',
  'owner of an unapproved restaurant': 'applicant1@example.jp',
  'farm owner': 'farmer@example.jp',
  'farm helper': 'helper@example.jp',
  'see-only member of a farm': 'viewer@example.jp',
  'owner of another farm': 'farmer2@example.jp',
  'owner of an unapproved farm': 'applicant2@example.jp',
  'integration of a restaurant': 'owner@example.jp',
  'integration of a farm': 'farmer@example.jp',
}

export type Role = {
  name: RoleName
  /** Ids under which this role owns rows: the user, and the restaurant or the farm. */
  parties: ReadonlySet<string>
  /** For pages; null for visitors and integrations. */
  cookie: string | null
  /** For the API; null for visitors and administrators. */
  bearer: string | null
  /** What no response may contain: the secrets of the sessions. */
  secrets: readonly string[]
}

type Found = { personId: string; membershipId: string | null; place: string | null; side: 'farm' | 'restaurant' | null }

/** Creates the users that the demo market lacks. Call once. */
export async function addPeople(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into people (id, email, name, email_verified_at, created_at)
     values (gen_random_uuid(), 'fuzz-unproven@example.jp', '未確認 太郎', null, now()),
            (gen_random_uuid(), 'fuzz-no-place@example.jp', '所属 なし', now(), now()),
            (gen_random_uuid(), 'fuzz-limited@example.jp', '上限 花子', now(), now())`,
  )
  const unproven = `insert into restaurants (id, name, kana, crest, representative, business_type, status, created_at)
    values (gen_random_uuid(), '未確認食堂', 'ミカクニンショクドウ', '未', '未確認 太郎', '食堂', 'submitted', now()) returning id`
  await pool.query(
    `with made as (${unproven})
     insert into memberships (id, person_id, restaurant_id, role)
     select gen_random_uuid(), p.id, made.id, 'owner' from people p, made where p.email = 'fuzz-unproven@example.jp'`,
  )
  await pool.query(
    `insert into memberships (id, person_id, restaurant_id, role, order_limit_yen)
     select gen_random_uuid(), limited.id, m.restaurant_id, 'staff', 5000
       from people limited, people owner join memberships m on m.person_id = owner.id
      where limited.email = 'fuzz-limited@example.jp' and owner.email = 'owner@example.jp'`,
  )
}

/**
 * The roles with sessions that have just signed in. `restore` restores what requests take from a role: its sessions,
 * its membership, its consent; and it deletes the counts of the limiters, which are tested elsewhere.
 */
export async function signInRoles(
  pool: pg.Pool,
  found: ReadonlyMap<RoleName, Found | null>,
): Promise<{ roles: Role[]; restore: () => Promise<void> }> {
  const { rows: admins } = await pool.query<{ id: string }>(`select id from admins where email = 'admin@example.jp'`)
  const sessions: Session[] = []
  const roles = roleNames.map((name): Role => {
    const who = found.get(name) ?? null
    if (name === 'administrator') {
      const session = newSession('cookie', { admin: admins[0]?.id ?? '' })
      sessions.push(session)
      return {
        name,
        parties: new Set(['staff']),
        cookie: `${adminCookie}=${session.secret}`,
        bearer: null,
        secrets: [session.secret],
      }
    }
    if (!who) return { name, parties: new Set(), cookie: null, bearer: null, secrets: [] }
    const parties = new Set([who.personId, ...(who.place ? [who.place] : [])])
    if (name.startsWith('integration')) {
      const token = newSession('integration', who)
      sessions.push(token)
      return {
        name,
        parties,
        cookie: null,
        bearer: `${apiTokenPrefix}${token.prefix}_${token.secret}`,
        secrets: [token.secret],
      }
    }
    const [cookie, bearer] = [newSession('cookie', who), newSession('bearer', who)]
    sessions.push(cookie, bearer)
    return {
      name,
      parties,
      cookie: `${sessionCookie}=${cookie.secret}`,
      bearer: `${bearerPrefix}${bearer.secret}`,
      secrets: [cookie.secret, bearer.secret],
    }
  })
  const before = await keptState(pool)
  const restore = async () => {
    await before.restore()
    for (const session of sessions) await openAgain(pool, session)
  }
  await restore()
  return { roles, restore }
}

/** The user of each role; null if there is none. */
export async function findPeople(pool: pg.Pool): Promise<ReadonlyMap<RoleName, Found | null>> {
  const found = new Map<RoleName, Found | null>()
  for (const name of roleNames) found.set(name, await findPerson(pool, emails[name]))
  return found
}

async function findPerson(pool: pg.Pool, email: string | undefined): Promise<Found | null> {
  if (!email) return null
  const { rows } = await pool.query<Found>(
    `select p.id as "personId", m.id as "membershipId", coalesce(m.farm_id, m.restaurant_id) as place,
            case when m.farm_id is not null then 'farm' when m.restaurant_id is not null then 'restaurant' end as side
       from people p left join memberships m on m.person_id = p.id where p.email = $1`,
    [email],
  )
  const person = rows[0]
  if (!person) throw new Error(`the market has no ${email}`)
  return person
}

type Session = {
  kind: 'cookie' | 'bearer' | 'integration'
  who: Found | { admin: string }
  secret: string
  prefix: string
}

const newSession = (kind: Session['kind'], who: Session['who']): Session => ({
  kind,
  who,
  secret: randomBytes(32).toString('base64url'),
  prefix: randomBytes(5).toString('hex'),
})

async function openAgain(pool: pg.Pool, { kind, who, secret, prefix }: Session): Promise<void> {
  const hash = createHash('sha256').update(secret).digest()
  if (kind === 'integration') {
    if ('admin' in who || !who.side) return
    await pool.query(
      `insert into api_tokens (id, prefix, hash, person_id, membership_id, name, scopes, created_at, expires_at)
       values (gen_random_uuid(), $1, $2, $3, $4, '発注ソフト', $5, now(), now() + interval '90 days') on conflict do nothing`,
      [prefix, hash, who.personId, who.membershipId, [...scopesOf(who.side)]],
    )
    return
  }
  const admin = 'admin' in who
  await pool.query(
    `insert into sessions (id_hash, person_id, admin_id, channel, provider, aal, amr, auth_time, created_at, seen_at,
       idle_until, abs_until, access_until, membership_id)
     values ($1, $2, $3, $4, 'embedded', $5, $6, now(), now(), now(), now() + interval '8 hours', now() + interval '8 hours',
             case when $4 = 'bearer' then now() + interval '8 hours' end, $7)
     on conflict (id_hash) do update set auth_time = excluded.auth_time, idle_until = excluded.idle_until,
       abs_until = excluded.abs_until, access_until = excluded.access_until, membership_id = excluded.membership_id`,
    [
      hash,
      admin ? null : who.personId,
      admin ? who.admin : null,
      kind,
      admin ? 2 : 1,
      admin ? ['pwd', 'otp'] : ['pwd'],
      admin ? null : who.membershipId,
    ],
  )
}

/** Columns that a request may change and without which a role is no longer that role. */
const kept = {
  people: ['email', 'email_verified_at', 'suspended_at', 'closed_at'],
  admins: ['email', 'disabled_at'],
  restaurants: ['status'],
  farms: ['status'],
  memberships: ['person_id', 'farm_id', 'restaurant_id', 'role', 'order_limit_yen', 'rights'],
} as const

async function keptState(pool: pg.Pool) {
  await pool.query('create schema fuzz')
  for (const [table, columns] of Object.entries(kept))
    await pool.query(`create table fuzz.${table} as select id, ${columns.join(', ')} from ${table}`)
  return {
    restore: async () => {
      await pool.query('delete from throttle')
      for (const [table, columns] of Object.entries(kept)) {
        const list = columns.join(', ')
        const changed = columns.map((column) => `t.${column}`).join(', ')
        const original = columns.map((column) => `k.${column}`).join(', ')
        await pool.query(
          `update ${table} t set (${list}) = row (${original}) from fuzz.${table} k
            where k.id = t.id and (${changed}) is distinct from (${original})`,
        )
      }
      await pool.query(
        `insert into memberships (id, ${kept.memberships.join(', ')})
         select id, ${kept.memberships.join(', ')} from fuzz.memberships on conflict do nothing`,
      )
      await pool.query(
        `insert into consents (id, person_id, page_version_id, at)
         select gen_random_uuid(), p.id, v.id, now() from fuzz.people p, page_versions v
          where not exists (select from consents c where c.person_id = p.id and c.page_version_id = v.id)`,
      )
    },
  }
}
