import type { DbOrTx } from '#authorization/ctx.ts'
import type { FarmId } from '#kernel/ids.ts'
import { type JstDate, momentOf } from '#kernel/jst.ts'
import { accountText } from '#modules/banking/account-text.ts'
import { accountsInUse } from './bank-account.server.ts'

/**
 * The accounts into which these farms would be paid on a day, masked as papers name them. A farm that has none until then, or
 * to whose account nothing is paid any more, is left out.
 */
export async function accountsOn(db: DbOrTx, farmIds: readonly FarmId[], day: JstDate): Promise<Map<FarmId, string>> {
  const found = await accountsInUse(db, momentOf(day, 24 * 60))
    .where((is) => is('farmId', '=', is.fn.any(is.val(farmIds))))
    .execute()
  return new Map(found.flatMap((it) => (it.blockedAt ? [] : [[it.farmId, accountText(it)] as const])))
}
