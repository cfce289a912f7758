import { data } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { notInProduction } from '../for-developers.server.ts'
import type { Route } from './+types/fault.ts'

export const meta = () => ownMeta('エラーの試し')

const faults: Record<string, () => unknown> = {
  status: () => data('急須でコーヒーはいれられません。', { status: 418 }),
  statusCode: () => Object.assign(new Error('いま混みあっています。'), { statusCode: 503 }),
  response: () => Object.assign(new Error('応答がありません。'), { response: { status: 502 } }),
  bug: () => new TypeError('x is not a function'),
}

/** Fails in the way that the address names: to see what users see then. */
export const loader = page(async (_, { params, context }: Route.LoaderArgs) => {
  notInProduction(context)
  const fault = Object.hasOwn(faults, params.kind) ? faults[params.kind] : undefined
  if (!fault) throw new NotFound('fault')
  throw fault()
})

export default function FaultPage() {
  return null
}
