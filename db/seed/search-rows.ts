import { sql } from 'kysely'
import type pg from 'pg'
import { type ProduceItem, spellingsByItem } from '#modules/products/catalog/produce-labels.ts'
import { calculateFarmFigures, ranked } from '#modules/products/catalog/rank-products.server.ts'
import { searchTextOf } from '#modules/products/catalog/search-text.ts'
import { loadInBulk } from './bulk-load.ts'
import { copyValues } from './copy-rows.ts'
import { kyselyWithin } from './kysely-within.ts'
import type { SeedProduct } from './products.ts'

/** What can be found now or when it is listed again; what is not on sale is hidden. Within a transaction, as of `now`. */
export async function insertSearchRows(
  client: pg.PoolClient,
  products: readonly SeedProduct[],
  now: Date,
): Promise<void> {
  const spellings = await spellingsIn(client)
  const found = products.filter(({ row }) => row.status !== 'draft' && row.status !== 'archived')
  const words = found
    .values()
    .map((product) => [product.row.id, searchWords(product, spellings.get(product.row.itemKey) ?? [])] as const)
  await loadInBulk(client, 'productSearch', () => fillSearchRows(client, words, now), { withoutTriggers: true })
  await client.query(
    "select pg_notify('catalogue', 'everything'), pg_notify('search_rows', 'everything'), pg_notify('public_pages', '')",
  )
}

/**
 * Rows for these products and their words: what the triggers of the table do for each, and the job that ranks them.
 * Within a transaction.
 */
export async function fillSearchRows(
  client: pg.PoolClient,
  words: Iterable<readonly [id: string, words: string]>,
  now: Date,
): Promise<void> {
  const db = kyselyWithin(client)
  await calculateFarmFigures(db, now)
  await client.query('create temporary table search_words (id uuid, words text) on commit drop')
  await copyValues(client, 'search_words', words)
  await client.query('analyze search_words (id)')
  await sql`
    with facts as materialized (select f.*, written.words from search_words written join search_facts f on f.product_id = written.id)
    insert into product_search (product_id, farm_id, category, prefecture_code, temperature, air_allowed, price_yen, in_stock,
                                season_months, listed_at, search_text, visible, item_key, method, catch_weight, freight_free,
                                yen_per_kg, harvested_on, score, ordered_count)
    select f.product_id, f.farm_id, f.category, f.prefecture_code, f.temperature, f.air_allowed, f.price_yen,
           coalesce(s.available_qty, 0) > 0, f.season_months, f.listed_at, f.words, f.visible, f.item_key, f.method,
           f.catch_weight, f.freight_free, f.yen_per_kg, f.harvested_on, f.points, f.times
      from (${ranked(sql`facts`, now)}) f
      left join product_stock s on s.product_id = f.product_id`.execute(db)
  await client.query('drop table search_words')
}

/** As the migration has created them. */
async function spellingsIn(client: pg.ClientBase) {
  const { rows } = await client.query<ProduceItem>(
    'select key, category, parent_key as "parentKey", name, words from produce_items',
  )
  return spellingsByItem(rows)
}

const searchWords = ({ row, farm }: SeedProduct, spellings: readonly string[]): string =>
  searchTextOf(
    {
      name: row.name,
      kana: row.kana,
      category: row.category,
      method: row.method,
      description: row.description,
      farmName: farm.row.name,
      farmKana: farm.row.kana,
      place: farm.row.place,
      prefectureCode: farm.row.prefectureCode,
    },
    spellings,
  )
