import { type RawBuilder, sql } from 'kysely'

/**
 * In a query over products: they were made for one order, from a farm's answer to a request (modules/sourcing). They
 * are ordered in the same transaction and never again, so they are neither in the farm's own list nor in a
 * restaurant's.
 */
export const isOneOff = (of: 'p' | 'products'): RawBuilder<boolean> =>
  sql<boolean>`exists (select from request_answers made where made.product_id = ${sql.ref(`${of}.id`)})`
