import { NotFound } from '#kernel/errors.ts'
import { type OrderId, parseId } from '#kernel/ids.ts'

/** The order of an address; what cannot be an id is no order. */
export function orderIdIn(params: { id: string }): OrderId {
  const id = parseId<'order'>(params.id)
  if (!id) throw new NotFound('order')
  return id
}
