import type pg from 'pg'

/** How many different statements get a name; a prepared one costs PostgreSQL memory on every connection. */
const mostNames = 1_000
/** How many statements that came once are remembered, to know those that come again. */
const mostSeenOnce = 5_000

const preparable = /^\s*(?:select|with|insert|update|delete)\b/i
const featureNotSupported = '0A000'

/**
 * From now on PostgreSQL parses and plans a statement with values once for each connection of the pool, not at every
 * call: a text that comes a second time is sent as a named statement.
 *
 * After a migration changed the columns that a statement returns, PostgreSQL refuses to run it under its old name. All names
 * are then given anew. Outside a transaction the statement is sent again at once; in one the caller has the error.
 */
export function prepareStatements(pool: pg.Pool): void {
  const names = statementNames()
  pool.on('connect', (client) => {
    const send: (...given: unknown[]) => unknown = client.query.bind(client)
    const query = (...given: unknown[]) => {
      const [text, values, ...rest] = given
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return send(...given)
      const name = names.of(text)
      if (!name) return send(...given)
      const sent = send({ name, text, values }, ...rest)
      if (!(sent instanceof Promise)) return sent
      return sent.catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        names.forget()
        if (client.getTransactionStatus() !== 'I') throw error
        return send(...given)
      })
    }
    Object.assign(client, { query })
  })
}

/** Names for the statements of one process, the same on each connection. */
function statementNames() {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  let serial = 0
  return {
    of(text: string): string | null {
      const name = names.get(text)
      if (name) return name
      if (names.size >= mostNames || !preparable.test(text)) return null
      if (seenOnce.delete(text)) {
        const next = `app_${++serial}`
        names.set(text, next)
        return next
      }
      if (seenOnce.size >= mostSeenOnce) seenOnce.clear()
      seenOnce.add(text)
      return null
    },
    forget: () => names.clear(),
  }
}

/** "cached plan must not change result type" */
const isOutdated = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  error.code === featureNotSupported &&
  error.message.includes('cached plan')
