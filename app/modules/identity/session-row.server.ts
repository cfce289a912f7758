import { type RawBuilder, sql } from 'kysely'
import type { DbOrTx } from '#authorization/ctx.ts'
import type { AdminRole, HelperRights, MemberRole, OrgStatus } from '#kernel/enums.ts'
import type { AdminId, FarmId, KitchenId, PersonId, RestaurantId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { keptRows } from '#kernel/kept-rows.ts'
import type { Yen } from '#kernel/yen.ts'
import { owesConsent } from '#modules/content/consents.server.ts'

type Asking = { db: DbOrTx; now: Date }

export type SessionRow = {
  idHash: Buffer
  personId: PersonId | null
  adminId: AdminId | null
  adminRole: AdminRole | null
  seenAt: Date
  authTime: Date
  aal: 1 | 2
  name: string
  theme: string | null
  textSize: string | null
  farmId: FarmId | null
  farmStatus: OrgStatus | null
  restaurantId: RestaurantId | null
  restaurantStatus: OrgStatus | null
  role: MemberRole | null
  rights: HelperRights | null
  seesMoney: boolean | null
  orderLimitYen: Yen | null
  kitchenIds: KitchenId[]
  owesConsent: boolean
  isUnproven: boolean
  scopes: string[]
  idleUntil: Date
  absUntil: Date
  accessUntil: Date | null
}
/** `on`: the day for which `owesConsent` holds. */
type KeptSession = { row: SessionRow; on: JstDate }

/**
 * The sessions of users of this process. The changes that end one are announced by triggers on everything that `rowOf`
 * reads (docs/decisions/0096). Those of staff are read each time.
 */
const keptSession = keptRows<KeptSession>({
  channel: 'live_doors',
  all: 'everyone',
  tagsOf: ({ row }) => [
    `session:${row.idHash.toString('base64url')}`,
    `person:${row.personId}`,
    ...(row.restaurantId ? [`restaurant:${row.restaurantId}`] : []),
    ...(row.farmId ? [`farm:${row.farmId}`] : []),
  ],
  keeps: ({ row }) => row.personId !== null,
  most: 10_000,
})

const sessionRows = sql`(select sessions.*, '{}'::text[] as scopes from sessions)`
const apiTokenRows = sql`
  (select hash as id_hash, person_id, null::uuid as admin_id, 'bearer' as channel, created_at as auth_time, 1 as aal,
          coalesce(last_used_at, 'epoch') as seen_at, expires_at as idle_until, expires_at as abs_until,
          expires_at as access_until, membership_id, scopes
     from api_tokens)`
const viewRows = sql`
  (select hash as id_hash, person_id, null::uuid as admin_id, 'bearer' as channel, began_at as auth_time, 1 as aal,
          began_at as seen_at, until as idle_until, until as abs_until, until as access_until, membership_id,
          '{}'::text[] as scopes
     from impersonations where ended_at is null)`
const rowsOfKind = { session: sessionRows, apiToken: apiTokenRows, view: viewRows }
type Kind = keyof typeof rowsOfKind

/** The same from memory, if it was read before and nothing has changed since. */
export async function keptRowOf(
  { db, now }: Asking,
  kind: Kind,
  idHash: Buffer,
  channel: 'cookie' | 'bearer',
): Promise<SessionRow | null> {
  const on = jstDateOf(now)
  const found = await keptSession.one(
    db,
    `${kind} ${channel} ${idHash.toString('base64url')}`,
    async () => {
      const row = await rowOf({ db, now }, kind, idHash, channel)
      return row && { row, on }
    },
    (kept) => kept.on === on && isValid(kept.row, now),
  )
  return found?.row ?? null
}

const isValid = ({ idleUntil, absUntil, accessUntil }: SessionRow, now: Date) =>
  idleUntil > now && absUntil > now && (accessUntil === null || accessUntil > now)

/** The row behind a hash and the person or administrator it belongs to, in one query; null if it is not valid. */
export async function rowOf(
  { db, now }: Asking,
  kind: Kind,
  idHash: Buffer,
  channel: 'cookie' | 'bearer',
): Promise<SessionRow | null> {
  const [row] = await rowsWhere({ db, now }, kind, channel, sql`s.id_hash = ${idHash}`)
  return row ?? null
}

type Waiting = { idHash: Buffer; found: (row: SessionRow | null) => void; failed: (error: unknown) => void }
/** Those that were asked for in this turn of the event loop. */
const waiting = new WeakMap<DbOrTx, Map<string, Waiting[]>>()
/** Rows that one statement reads at most. */
const mostAtOnce = 500

/**
 * The same for open streams, thousands of which may ask at the same moment: all that ask in one turn of the event loop are
 * answered by one statement.
 */
export function askedRowOf(
  { db, now }: Asking,
  kind: Kind,
  idHash: Buffer,
  channel: 'cookie' | 'bearer',
): Promise<SessionRow | null> {
  return new Promise((found, failed) => {
    const name = `${kind} ${channel}`
    const batches = waiting.get(db) ?? new Map<string, Waiting[]>()
    const batch = batches.get(name) ?? []
    if (batch.push({ idHash, found, failed }) > 1) return
    waiting.set(db, batches.set(name, batch))
    setImmediate(() => {
      batches.delete(name)
      for (let from = 0; from < batch.length; from += mostAtOnce)
        void answer({ db, now }, kind, channel, batch.slice(from, from + mostAtOnce))
    })
  })
}

async function answer(
  asking: Asking,
  kind: Kind,
  channel: 'cookie' | 'bearer',
  batch: readonly Waiting[],
): Promise<void> {
  const hashes = batch.map(({ idHash }) => idHash)
  try {
    const rows = await rowsWhere(asking, kind, channel, sql`s.id_hash = any(${hashes}::bytea[])`)
    const byHash = new Map(rows.map((row) => [row.idHash.toString('base64url'), row]))
    for (const { idHash, found } of batch) found(byHash.get(idHash.toString('base64url')) ?? null)
  } catch (error) {
    for (const { failed } of batch) failed(error)
  }
}

async function rowsWhere(
  { db, now }: Asking,
  kind: Kind,
  channel: 'cookie' | 'bearer',
  isAsked: RawBuilder<unknown>,
): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select s.id_hash, s.person_id, s.admin_id, s.seen_at, s.auth_time, s.aal, coalesce(p.name, a.name) as name,
           coalesce(p.theme, a.theme) as theme, coalesce(p.text_size, a.text_size) as text_size,
           m.farm_id, f.status as farm_status, m.restaurant_id, r.status as restaurant_status, m.role, m.rights, m.sees_money, m.order_limit_yen,
           array(
             select k.id from kitchens k where k.restaurant_id = m.restaurant_id and k.closed_at is null order by k.id
           ) as kitchen_ids,
           s.channel = 'cookie' and m.id is not null and ${owesConsent(sql.ref('p.id'), now)} as owes_consent,
           a.role as admin_role, s.scopes, s.idle_until, s.abs_until, s.access_until, p.email is not null and p.email_verified_at is null as is_unproven
      from ${rowsOfKind[kind]} s
      left join people p on p.id = s.person_id and p.suspended_at is null and p.closed_at is null
      left join admins a on a.id = s.admin_id and a.disabled_at is null
      left join lateral (
        select * from memberships where person_id = p.id order by id = s.membership_id desc nulls last, id limit 1
      ) m on true
      left join farms f on f.id = m.farm_id
      left join restaurants r on r.id = m.restaurant_id
     where ${isAsked} and s.channel = ${channel} and s.idle_until > ${now} and s.abs_until > ${now}
       and (s.access_until is null or s.access_until > ${now})
       and (p.id is not null or (a.id is not null and s.aal = 2))`.execute(db)
  return rows
}
