import type { Ctx } from '#authorization/ctx.ts'
import { replayLedger } from './replay.server.ts'

/** `npm run ledger:replay`: whether the ledger is what follows from all that was recorded, to the yen. */
export async function replayCommand(db: Ctx['db'], args: readonly string[]): Promise<{ ok: boolean; lines: string[] }> {
  if (args.length > 0)
    return { ok: false, lines: ['npm run ledger:replay     compares the ledger with all that was recorded'] }
  const { orders, charges, balances, kept, unclosed } = await replayLedger(db)
  const lines = [
    ...charges.map(
      ({ eventKey, expected, found }) => `charge ${eventKey}: expected ${expected ?? 'none'}; found ${found ?? 'none'}`,
    ),
    ...balances.map(({ account, restaurantId, farmId, name, expectedYen, ledgerYen }) =>
      [
        `balance ${account}`,
        name === null ? '' : ` of ${name} (${restaurantId ?? farmId})`,
        `: expected ${expectedYen}, the ledger holds ${ledgerYen}, difference ${ledgerYen - expectedYen}`,
      ].join(''),
    ),
    ...kept.map(
      ({ what, restaurantId, farmId, keptYen, plainYen }) =>
        `kept sum ${what} of ${restaurantId ?? farmId ?? 'all'}: kept ${keptYen}, the rows add up to ${plainYen}`,
    ),
    ...unclosed.map(
      ({ chargeId, partyId, listed }) =>
        `unclosed charge ${chargeId} of ${partyId}: ${listed ? 'listed, and in a period' : 'in no period, and not listed'}`,
    ),
  ]
  const sum = `${orders} orders replayed: ${lines.length} differences.`
  return { ok: lines.length === 0, lines: [...lines, sum] }
}
