import type pg from 'pg'

export type MarketCounts = {
  farms: number
  prefectures: number
  products: number
  productsOnSale: number
  restaurants: number
  purchases: number
  orders: number
}

/** The size of the market; only approved farms and restaurants are counted. */
export async function countMarket(pool: pg.Pool): Promise<MarketCounts> {
  const counted = await pool.query<MarketCounts>(`
    select (select count(*)::int from farms where status = 'approved') as farms,
           (select count(distinct prefecture_code)::int from farms where status = 'approved') as prefectures,
           (select count(*)::int from products) as products,
           (select count(*)::int from product_search where visible) as "productsOnSale",
           (select count(*)::int from restaurants where status = 'approved') as restaurants,
           (select count(*)::int from purchases) as purchases,
           (select count(*)::int from orders) as orders`)
  const [counts] = counted.rows
  if (!counts) throw new Error('no counts')
  return counts
}
