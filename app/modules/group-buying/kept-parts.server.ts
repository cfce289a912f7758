import type { Ctx } from '#authorization/ctx.ts'
import type { KitchenId } from '#kernel/ids.ts'
import type { GroupMember, ReadPart } from './group-store.server.ts'

const keptForMs = 30_000
const mostKept = 500

type Kept = { read: Promise<ReadPart>; at: number }

const byDatabase = new WeakMap<Ctx['db'], Map<string, Kept>>()

/**
 * What another kitchen wants, at its own prices, for half a minute: a look at a group buy reads the goods of the kitchen that
 * looks, and not of everyone. Goods that were stated anew are read anew; so is all of it when something is ordered.
 */
export function keptParts(read: (member: GroupMember) => Promise<ReadPart>, { db, now }: Ctx, mine: KitchenId) {
  const all = byDatabase.get(db) ?? new Map<string, Kept>()
  byDatabase.set(db, all)
  const at = now.getTime()
  return (member: GroupMember): Promise<ReadPart> => {
    if (member.kitchenId === mine) return read(member)
    const question = JSON.stringify([member.kitchenId, member.personId, member.goods])
    const known = all.get(question)
    if (known && at >= known.at && at - known.at < keptForMs) return known.read
    const fresh = read(member)
    fresh.catch(() => all.delete(question))
    all.delete(question)
    all.set(question, { read: fresh, at })
    const [oldest] = all.keys()
    if (all.size > mostKept && oldest !== undefined) all.delete(oldest)
    return fresh
  }
}
