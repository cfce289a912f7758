import type pg from 'pg'
import { type ProduceItem, spellingsByItem } from '#modules/products/catalog/produce-labels.ts'
import { searchTextOf } from '#modules/products/catalog/search-text.ts'
import { insertRows, type Row } from './bulk.ts'
import type { SeedProduct } from './products.ts'

/** From this number of rows on it is quicker to build the word index once, at the end. */
const manyRows = 5_000

/** What can be found now or when it is listed again; a trigger hides what is not on sale. */
export async function insertSearchRows(
  client: pg.ClientBase,
  products: readonly SeedProduct[],
  /** Calculates the sort keys of the lists; expensive once the words are indexed. */
  rank: () => Promise<unknown>,
): Promise<void> {
  const spellings = await spellingsIn(client)
  const rows = products
    .filter(({ row }) => row.status !== 'draft' && row.status !== 'archived')
    .map((product) => searchRow(product, spellings.get(product.row.item_key) ?? []))
  if (rows.length < manyRows) {
    await insertRows(client, 'product_search', rows)
    await rank()
    return
  }
  const index = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where schemaname = current_schema() and indexname = 'product_search_tokens'",
  )
  await client.query('drop index product_search_tokens')
  await insertRows(client, 'product_search', rows)
  await rank()
  await client.query("set local maintenance_work_mem = '256MB'")
  for (const { indexdef } of index.rows) await client.query(indexdef)
}

/** As the migration has created them. */
async function spellingsIn(client: pg.ClientBase) {
  const { rows } = await client.query<ProduceItem>(
    'select key, category, parent_key as "parentKey", name, words from produce_items',
  )
  return spellingsByItem(rows)
}

/** The rest of the row is filled by the database. */
function searchRow({ row, farm, availableQty }: SeedProduct, spellings: readonly string[]) {
  return {
    product_id: row.id,
    farm_id: row.farm_id,
    category: row.category,
    prefecture_code: farm.row.prefecture_code,
    temperature: row.temperature,
    air_allowed: row.air_allowed,
    price_yen: row.price_yen,
    in_stock: availableQty > 0,
    season_months: row.season_months,
    listed_at: row.listed_at ?? row.created_at,
    search_text: searchTextOf(
      {
        name: row.name,
        kana: row.kana,
        category: row.category,
        method: row.method,
        description: row.description,
        farmName: farm.row.name,
        farmKana: farm.row.kana,
        place: farm.row.place,
        prefectureCode: farm.row.prefecture_code,
      },
      spellings,
    ),
  } satisfies Partial<Row<'product_search'>>
}
