import type { Ctx } from '#authorization/ctx.ts'
import { query } from '#modules/audit-log/use-case.server.ts'
import { closingExceptions } from '#modules/billing/billing-exceptions.server.ts'
import { overdueRestaurants } from '#modules/credit/credit-standing.server.ts'
import { outdatedDocuments } from '#modules/issued-documents/outdated-documents.server.ts'
import { type OpenItem, openOnly } from '#modules/ledger/open-item.ts'
import { escalatedClaims } from '#modules/ordering/claims/escalated-claims.server.ts'
import { paymentExceptions } from '#modules/payments/payment-exceptions.server.ts'
import { missedStatements, payoutExceptions } from '#modules/payouts/payout-exceptions.server.ts'
import { ledgerFaults } from './agreement.server.ts'
import {
  type BillingExceptionKind,
  billingExceptionKinds,
  type MoneyExceptionKind,
  moneyExceptionKinds,
} from './exception-labels.ts'
import { failedMoneyJobs } from './failed-jobs.server.ts'
import { requireLedger } from './require-ledger.ts'

export type MoneyException = OpenItem & { kind: MoneyExceptionKind }

/** What of the money needs a person now, the most pressing first; what does not is not in it. */
export const moneyExceptions = query('ledger.see', async (ctx: Ctx): Promise<MoneyException[]> => {
  requireLedger(ctx)
  const items: Record<MoneyExceptionKind, OpenItem> = {
    ...(await billingItems(ctx)),
    ...(await ledgerFaults(ctx)),
    ...(await payoutExceptions(ctx)),
    missedStatements: await missedStatements(ctx),
    claims: await escalatedClaims(ctx),
    jobs: await failedMoneyJobs(ctx),
  }
  return openOnly(moneyExceptionKinds, items)
})

/** Those of invoices and of what pays them. */
export const billingExceptions = query('ledger.see', async (ctx: Ctx): Promise<MoneyException[]> => {
  requireLedger(ctx)
  return openOnly(billingExceptionKinds, await billingItems(ctx))
})

async function billingItems(ctx: Ctx): Promise<Record<BillingExceptionKind, OpenItem>> {
  const outdated = await outdatedDocuments(ctx)
  return {
    ...(await paymentExceptions(ctx)),
    ...(await closingExceptions(ctx)),
    overdue: await overdueRestaurants(ctx),
    outdated: { count: outdated.count, yen: null, since: outdated.rows[0]?.issuedOn ?? null },
  }
}
