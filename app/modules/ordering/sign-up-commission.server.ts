import { authorize } from '#authorization/authorize.ts'
import { ok, refuse } from '#kernel/result.ts'
import { RowVersion } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { mutation, query } from '#modules/audit-log/use-case.server.ts'
import { CommissionIn } from '#modules/organisations/commission/commission-input.ts'
import { commissionRefusals } from '#modules/organisations/commission/commission-labels.ts'

/** The rate to which farms agree when they sign up, with the version of the row, for staff. */
export const signUpCommissionForStaff = query('members.see', async (ctx) => {
  authorize(ctx.actor, 'members.see', null)
  return ctx.db.selectFrom('platformTerms').select(['commissionBp', 'version']).executeTakeFirstOrThrow()
})

/** For farms that sign up from now on; what others have agreed to stays. `version`: what the page has shown. */
export const setSignUpCommission = mutation({
  name: 'commission.set_sign_up',
  permission: 'agreement.propose',
  input: { commissionBp: CommissionIn, version: RowVersion },
  refusals: commissionRefusals('changed_meanwhile', 'key_reused'),
  run: async (ctx, { commissionBp, version }) => {
    authorize(ctx.actor, 'agreement.propose', null)
    const changed = await ctx.db
      .updateTable('platformTerms')
      .set({ commissionBp, version: version + 1 })
      .where('version', '=', version)
      .returning('version')
      .executeTakeFirst()
    if (!changed) return refuse('changed_meanwhile')
    await recordEvent(ctx.db, ctx, { kind: 'sign_up_commission_changed', data: { commissionBp } })
    return ok({ commissionBp })
  },
})
