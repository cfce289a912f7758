import { NotFound } from '#kernel/errors.ts'
import { type OrderId, parseId } from '#kernel/ids.ts'

/** The order id of an address; null for anything that is not an id. */
export function orderIdIn(params: { id: string }): OrderId {
  const id = parseId<'order'>(params.id)
  if (!id) throw new NotFound('order')
  return id
}
