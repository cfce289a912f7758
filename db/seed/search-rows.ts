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
    .map((product) => searchRow(product, spellings.get(product.row.itemKey) ?? []))
  if (rows.length < manyRows) {
    await insertRows(client, 'productSearch', rows)
    await rank()
    return
  }
  const index = await client.query<{ indexdef: string }>(
    "select indexdef from pg_indexes where schemaname = current_schema() and indexname = 'product_search_tokens'",
  )
  await client.query('drop index product_search_tokens')
  await insertRows(client, 'productSearch', rows)
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
    productId: row.id,
    farmId: row.farmId,
    category: row.category,
    prefectureCode: farm.row.prefectureCode,
    temperature: row.temperature,
    airAllowed: row.airAllowed,
    priceYen: row.priceYen,
    inStock: availableQty > 0,
    seasonMonths: row.seasonMonths,
    listedAt: row.listedAt ?? row.createdAt,
    searchText: searchTextOf(
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
    ),
  } satisfies Partial<Row<'productSearch'>>
}
