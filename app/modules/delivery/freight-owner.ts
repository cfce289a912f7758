import type { Actor } from '#authorization/actor.ts'
import { requireFarm } from '#authorization/authorize.ts'
import type { FarmId } from '#kernel/ids.ts'
import type { TableOwner } from './freight-table.ts'

/** Whose tables the caller keeps: staff those for everyone, a farm its own. */
export function freightOwner(actor: Actor): { farmId: FarmId | null; owner: TableOwner } {
  return actor.kind === 'staff'
    ? { farmId: null, owner: 'platform' }
    : { farmId: requireFarm(actor).farmId, owner: 'farm' }
}
