import type pg from 'pg'
import type { Changes } from '#kernel/changes.ts'

/** Tables of which something is kept in memory: those with triggers that announce their changes. */
const keptTables = [
  ...['sessions', 'api_tokens', 'people', 'memberships', 'restaurants', 'kitchens', 'kitchen_closures'],
  ...['consents', 'page_versions', 'standing_instructions', 'tax_rates'],
  ...['products', 'product_stock', 'product_search', 'product_stars', 'price_tiers', 'own_prices', 'lots'],
  ...['farms', 'farm_photos', 'farm_vacations', 'farm_registrations', 'lapsed_products', 'photos', 'produce_items'],
  ...['favourites', 'product_audience', 'reviews', 'orders', 'order_lines', 'parcels', 'parcel_lines', 'claims'],
  ...['runs', 'run_stops', 'run_farms', 'run_orders'],
  ...['charges', 'payment_allocations', 'issued_documents', 'document_voids', 'closing_charges', 'credit_limits'],
  ...['credit_terms', 'order_stops', 'debit_agreements', 'debit_items', 'debit_settings'],
  // with triggers that write those
  ...['quantity_entries', 'parcel_labels', 'parcel_events'],
]
const writesOne = new RegExp(`\\b(?:insert\\s+into|update|delete\\s+from)\\s+"?(?:${keptTables.join('|')})\\b`, 'i')
/** Functions of the database that write such a table, too. */
const writingFunction = /\btake_stock\(/
const mayWrite = /^\s*(?:insert|update|delete|with)\b/i

/**
 * Lets the commit of a change to what is kept in memory end only when this process has heard of it itself, so that its
 * next answer knows it: a page after a form, for example.
 */
export function hearOwnChanges(pool: pg.Pool, changes: Changes): void {
  const watched = new WeakSet<pg.PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const send: (...given: unknown[]) => unknown = client.query.bind(client)
    let wrote = false
    const query = (...given: unknown[]) => {
      const text = textOf(given[0])
      if (writes(text)) wrote = true
      const sent = send(...given)
      if (!wrote || !(sent instanceof Promise)) return sent
      return sent.then(async (result: unknown) => {
        if (client.getTransactionStatus() !== 'I') return result
        wrote = false
        await changes.caughtUp()
        return result
      })
    }
    Object.assign(client, { query })
  })
}

/** By text: the statements of a process repeat. */
const known = new Map<string, boolean>()
const mostKnown = 2_000

function writes(text: string): boolean {
  const answer = known.get(text)
  if (answer !== undefined) return answer
  const isOne = (mayWrite.test(text) && writesOne.test(text)) || writingFunction.test(text)
  if (known.size >= mostKnown) known.clear()
  known.set(text, isOne)
  return isOne
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
