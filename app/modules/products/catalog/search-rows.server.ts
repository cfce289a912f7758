import { sql } from 'kysely'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { ratingOfNone } from '#kernel/review-enums.ts'
import { searchTextOf } from './search-text.ts'
import { readSpellings } from './vocabulary.server.ts'

/** Which products: these, all of a farm, or all of some kinds of food. */
type Goods =
  | { ids: readonly ProductId[] }
  | { farmId: FarmId }
  | { itemKeys: readonly string[]; after?: ProductId | undefined; limit?: number }

/**
 * Writes the searchable words of products, in the transaction that changed them: products that may be listed get their
 * row. The database copies all other columns (see 0022-catalogue.sql). Returns the ids.
 */
export async function writeSearchRows(db: DbOrTx, goods: Goods): Promise<ProductId[]> {
  const products = await productsOf(db, goods)
  if (products.length === 0) return []
  const spellings = await readSpellings(db)
  const rows = products.map((row) => ({
    id: row.id,
    text: searchTextOf(
      {
        name: `${row.name} ${row.variety}`.trim(),
        kana: row.kana,
        category: row.category,
        method: row.method,
        description: row.description,
        farmName: row.farmName,
        farmKana: row.farmKana,
        place: row.place,
        prefectureCode: row.prefectureCode,
      },
      spellings.get(row.itemKey) ?? [],
    ),
  }))
  const ids = rows.map(({ id }) => id)
  const texts = rows.map(({ text }) => text)
  await sql`
    insert into product_search (product_id, farm_id, category, prefecture_code, temperature, air_allowed, price_yen,
                                in_stock, season_months, listed_at, search_text)
    select p.id, p.farm_id, p.category, f.prefecture_code, p.temperature, p.air_allowed, p.price_yen,
           coalesce(s.available_qty, 0) > 0, p.season_months, coalesce(p.listed_at, p.created_at), written.words
      from unnest(${ids}::uuid[], ${texts}::text[]) written (id, words)
      join products p on p.id = written.id join farms f on f.id = p.farm_id
      left join product_stock s on s.product_id = p.id
    on conflict (product_id) do update set search_text = excluded.search_text
      where product_search.search_text <> excluded.search_text`.execute(db)
  return ids
}

function productsOf(db: DbOrTx, goods: Goods) {
  const all = db
    .selectFrom('products')
    .innerJoin('farms', 'farms.id', 'products.farmId')
    .select([
      'products.id',
      'products.name',
      'products.variety',
      'products.kana',
      'products.itemKey',
      'products.category',
      'products.method',
      'products.description',
      'farms.name as farmName',
      'farms.kana as farmKana',
      'farms.place',
      'farms.prefectureCode',
    ])
    .where('products.status', 'not in', ['draft', 'archived'])
    .orderBy('products.id')
  if ('ids' in goods)
    return goods.ids.length === 0 ? Promise.resolve([]) : all.where('products.id', 'in', goods.ids).execute()
  if ('farmId' in goods) return all.where('products.farmId', '=', goods.farmId).execute()
  if (goods.itemKeys.length === 0) return Promise.resolve([])
  const ofKinds = all.where('products.itemKey', 'in', goods.itemKeys).limit(goods.limit ?? batch)
  return (goods.after ? ofKinds.where('products.id', '>', goods.after) : ofKinds).execute()
}

/** Copies the ratings of products to their rows, in the transaction that calculated them. */
export async function copyRatings(db: DbOrTx, ids: readonly ProductId[]): Promise<void> {
  await sql`
    update product_search s set rating = coalesce(t.rating, ${ratingOfNone})
      from unnest(${[...ids].sort()}::uuid[]) it (id) left join product_stars t on t.product_id = it.id
     where s.product_id = it.id and s.rating <> coalesce(t.rating, ${ratingOfNone})`.execute(db)
}

const batch = 500

/**
 * Rewrites the words of what has changed: products, farms, and kinds of food whose spellings staff have changed. In
 * batches; idempotent, and starts over if interrupted. Returns the number of products; null for none.
 */
export async function rewriteStaleWords({ db }: Pick<Ctx, 'db'>): Promise<number | null> {
  const written = (await rewriteChangedGoods(db)) + (await rewriteChangedKinds(db))
  return written || null
}

const rewriteChangedGoods = (db: Ctx['db']) =>
  db.transaction().execute(async (db) => {
    const { rows } = await sql<{ farmId: FarmId | null; productId: ProductId | null }>`
      delete from stale_words where ctid in (select ctid from stale_words limit ${batch} for update skip locked)
      returning farm_id, product_id`.execute(db)
    let written = (await writeSearchRows(db, { ids: rows.flatMap((row) => row.productId ?? []) })).length
    for (const { farmId } of rows) if (farmId) written += (await writeSearchRows(db, { farmId: farmId })).length
    return written
  })

async function rewriteChangedKinds(db: Ctx['db']): Promise<number> {
  const changed = await db
    .selectFrom('produceItems')
    .select(['key', 'version'])
    .whereRef('writtenVersion', '<', 'version')
    .execute()
  if (changed.length === 0) return 0
  const keys = changed.map(({ key }) => key)
  const special = await db.selectFrom('produceItems').select('key').where('parentKey', 'in', keys).execute()
  const itemKeys = [...new Set([...keys, ...special.map(({ key }) => key)])]
  let written = 0
  for (let after: ProductId | undefined; ; ) {
    const ids = await writeSearchRows(db, { itemKeys, after, limit: batch })
    written += ids.length
    after = ids.at(-1)
    if (ids.length < batch) break
  }
  for (const { key, version } of changed)
    await db.updateTable('produceItems').set({ writtenVersion: version }).where('key', '=', key).execute()
  return written
}
