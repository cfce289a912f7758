import type pg from 'pg'

/**
 * Who may read the id of a row, derived from the foreign keys: a restaurant, a farm or a user, each by its id.
 *
 * A row belongs to the restaurants and farms that it names; if it names none, to the user that it names; otherwise to
 * the owners of the rows that it belongs to. `readers` adds what others learn through a shared fact, and `publicRows`
 * states once what everyone may read.
 */
export class Ownership {
  readonly #rows: ReadonlyMap<string, Row>
  readonly #extra: ReadonlyMap<string, ReadonlySet<string>>
  readonly #public: ReadonlySet<string>
  readonly #owners = new Map<string, ReadonlySet<string>>()

  private constructor(
    rows: ReadonlyMap<string, Row>,
    extra: ReadonlyMap<string, ReadonlySet<string>>,
    publicIds: ReadonlySet<string>,
  ) {
    this.#rows = rows
    this.#extra = extra
    this.#public = publicIds
  }

  static async read(pool: pg.Pool): Promise<Ownership> {
    const rows = new Map<string, Row>()
    for (const table of await tablesWithIds(pool)) {
      const columns = table.references.map(({ column }) => column)
      const { rows: found } = await pool.query<Record<string, string | null>>(
        `select ${['id', ...columns].join(', ')} from ${table.name}`,
      )
      for (const row of found) if (row.id) rows.set(row.id, { table, values: row })
    }
    for (const id of await idsOf(pool, notYetPlaced)) {
      const row = rows.get(id)
      if (row) row.values = { ...row.values, farm_id: null }
    }
    return new Ownership(rows, await readersOf(pool), new Set(await idsOf(pool, publicRows)))
  }

  tableOf(id: string): string | null {
    return this.#rows.get(id)?.table.name ?? null
  }

  /** The tables whose rows have owners. */
  tables(): string[] {
    return [...new Set([...this.#rows.values()].map(({ table }) => table.name))]
  }

  /** Whether the row belongs to one of these parties. */
  isOf(id: string, parties: ReadonlySet<string>): boolean {
    const owners = this.ownersOf(id)
    return [...parties].some((party) => owners.has(party))
  }

  /** Whether these parties must not know of the row. False for unknown ids. */
  isForeignTo(id: string, parties: ReadonlySet<string>): boolean {
    return !this.#public.has(id) && this.ownersOf(id).size > 0 && !this.isOf(id, parties)
  }

  isPublic = (id: string): boolean => this.#public.has(id)

  /** The restaurants, farms and users that own it; empty for an unknown id, or the operator's. */
  ownersOf(id: string): ReadonlySet<string> {
    const known = this.#owners.get(id)
    if (known) return known
    const row = this.#rows.get(id)
    const owners = new Set(row ? this.#reckon(id, row) : [])
    this.#owners.set(id, owners)
    return owners
  }

  #reckon(id: string, { table, values }: Row): string[] {
    const named = (of: readonly string[]) =>
      table.references.flatMap(({ column, to }) => {
        const value = values[column]
        return value && of.includes(to) ? [{ to, value }] : []
      })
    const extra = [...(this.#extra.get(id) ?? [])]
    if (table.name === 'people') return [id, ...extra]
    if (organisations.includes(table.name)) return [id, ...extra]
    if (table.name === 'admins') return ['staff']
    for (const level of table.name === 'watches' ? [['people']] : [organisations, ['people']]) {
      const direct = named(level)
      if (direct.length > 0) return [...direct.map(({ value }) => value), ...extra]
    }
    const others = named(table.references.map(({ to }) => to).filter((to) => to !== 'admins' && to !== 'products'))
    const parents = others.length > 0 ? others : named(['products'])
    return [...parents.flatMap(({ value }) => [...this.ownersOf(value)]), ...extra]
  }
}

type Table = { name: string; references: { column: string; to: string }[] }
type Row = { table: Table; values: Record<string, string | null> }

const organisations = ['restaurants', 'farms']

async function tablesWithIds(pool: pg.Pool): Promise<Table[]> {
  const { rows } = await pool.query<Table>(
    `select t.relname as name,
            coalesce(json_agg(json_build_object('column', a.attname, 'to', r.relname)) filter (where r.oid is not null), '[]') as references
       from pg_class t
       join pg_attribute i on i.attrelid = t.oid and i.attname = 'id' and i.atttypid = 'uuid'::regtype
       left join pg_constraint c on c.conrelid = t.oid and c.contype = 'f' and array_length(c.conkey, 1) = 1
       left join pg_class r on r.oid = c.confrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
      where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and not t.relname = any ($1)
      group by t.relname order by t.relname`,
    [untracked],
  )
  return rows
}

/**
 * Owned by no tenant: pages, announcements and texts of the operator. The ids of events are shown nowhere, and are
 * many.
 */
const untracked = ['events', 'page_versions', 'announcements', 'moderation_terms', 'saved_views']

/**
 * Public rows, stated once: farms that trade or are suspended, products visible to everyone, reviews, badges, and the runs
 * that carts offer.
 */
const publicRows = `
  select id from farms where status in ('approved', 'suspended')
  union all select id from products where audience = 'everybody' and status <> 'draft'
  union all select id from reviews
  union all select id from badges
  union all select id from runs`

/** An order that waits for its owner's approval in the restaurant is not visible to the farm yet. */
const notYetPlaced = `select id from orders where state in ('draft', 'pending_approval')`

/** What a reader learns through a shared fact: (id, reader). */
const readers = `
  with placed as (select * from orders where id not in (${notYetPlaced}))
  select k.id, o.farm_id as reader from kitchens k join placed o on o.kitchen_id = k.id
  union select r.kitchen_id, f.farm_id from requests r join request_farms f on f.request_id = r.id
  union select o.restaurant_id, o.farm_id from placed o
  union select c.restaurant_id, c.farm_id from conversations c
  union select c.farm_id, c.restaurant_id from conversations c
  union select m.person_id, c.farm_id from messages m join conversations c on c.id = m.conversation_id
  union select m.person_id, c.restaurant_id from messages m join conversations c on c.id = m.conversation_id
  union select r.restaurant_id, f.farm_id from requests r join request_farms f on f.request_id = r.id
  union select f.request_id, f.farm_id from request_farms f
  union select o.purchase_id, o.farm_id from placed o
  union select a.id, r.restaurant_id from request_answers a join requests r on r.id = a.request_id
  union select t.recall_id, t.restaurant_id from recall_targets t
  union select l.lot_id, ol.restaurant_id from line_lots l join order_lines ol on ol.id = l.order_line_id
  union select ol.product_id, ol.restaurant_id from order_lines ol
  union select product_id, restaurant_id from product_audience
  union select f.id, o.restaurant_id from farms f join orders o on o.farm_id = f.id
  union select person_id, coalesce(farm_id, restaurant_id) from memberships`

async function readersOf(pool: pg.Pool) {
  const { rows } = await pool.query<{ id: string; reader: string }>(readers)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, pairs]) => [id, new Set(pairs.map(({ reader }) => reader))]),
  )
}

async function idsOf(pool: pg.Pool, sql: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(sql)
  return rows.map(({ id }) => id)
}
