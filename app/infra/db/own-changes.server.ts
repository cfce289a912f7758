import type pg from 'pg'
import type { Changes } from '#kernel/changes.ts'

/** Tables of which something is kept in memory. */
const keptTables =
  /\b(?:insert\s+into|update|delete\s+from)\s+"?(?:sessions|api_tokens|people|memberships|farms|restaurants|kitchens|kitchen_closures|consents|page_versions)\b/i
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
      if (mayWrite.test(text) && keptTables.test(text)) wrote = true
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

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}
