import type pg from 'pg'

/** One statement, and the connection that sent it. */
export type Sent = { client: pg.ClientBase; sql: string }

const writes =
  /\b(?:insert\s+into|update\s+(?:only\s+)?["\w]|delete\s+from|merge\s+into|truncate|copy|alter|create|drop|take_stock)\b/i
const locks = /\bfor\s+(?:no\s+key\s+)?update\b/gi

/** The statements that changed something for good: outside of a transaction, or in one that was committed. */
export function committedWrites(sent: readonly Sent[]): string[] {
  const open = new Map<pg.ClientBase, string[]>()
  const committed: string[] = []
  for (const { client, sql } of sent) {
    const within = open.get(client)
    if (/^\s*(?:begin|start transaction)\b/i.test(sql)) open.set(client, [])
    else if (/^\s*(?:commit|end)\b/i.test(sql)) {
      committed.push(...(within ?? []))
      open.delete(client)
    } else if (/^\s*rollback\s*;?\s*$/i.test(sql)) open.delete(client)
    else if (writes.test(sql.replace(locks, ''))) (within ?? committed).push(sql)
  }
  for (const within of open.values()) committed.push(...within)
  return committed
}

/** Hands over each statement that any connection of the pool sends from now on. */
export function recordStatements(pool: pg.Pool, record: (sent: Sent) => void): void {
  pool.on('connect', (client) => {
    const send = client.query
    const recorded = (...given: unknown[]) => {
      const [statement] = given
      record({ client, sql: typeof statement === 'string' ? statement : textOf(statement) })
      return Reflect.apply(send, client, given)
    }
    Object.assign(client, { query: recorded })
  })
}

/** Of a prepared statement or a cursor. */
function textOf(statement: unknown): string {
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return ''
  return String(statement.text)
}
