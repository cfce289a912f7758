import { type OrderId, parseId } from '#kernel/ids.ts'
import type { Fate } from '#modules/products/vacation/vacations.server.ts'

/** The decision for each order, as modules/products/ui/hit-orders.tsx asks for it: `fate.<order>`. */
export const fatesIn = (sent: Readonly<Record<string, string>>): Map<OrderId, Fate> =>
  new Map(
    Object.entries(sent).flatMap(([name, value]) => {
      const id = name.startsWith('fate.') ? parseId<'order'>(name.slice(5)) : null
      return id && (value === 'ship' || value === 'decline') ? [[id, value] as const] : []
    }),
  )
