import type { AdminRole } from '#kernel/enums.ts'
import type { Operation } from './rules.ts'

/**
 * What staff change only in one of these roles; a full administrator may do everything, and whatever is not listed is for
 * all of them. Every role sees everything: who answers the telephone has to understand a bill, and the reverse.
 */
export const roleFor: { readonly [O in Operation]?: AdminRole } = {
  'admin.invite': 'full',
  'admin.disable': 'full',
  'account_change.decide': 'full',
  'page.publish': 'full',
  'announcement.write': 'full',
  'order.correct': 'finance',
  'issued_document.void': 'finance',
  'billing.close': 'finance',
  'claims.set_limit': 'finance',
  'agreement.propose': 'finance',
  'statements.close': 'finance',
  'objection.answer': 'finance',
  'bank_account.stop': 'finance',
  'payouts.run': 'finance',
  'payouts.release': 'finance',
  'ledger.close': 'finance',
  'ledger.books': 'finance',
  'jobs.begin': 'finance',
  'deposits.change': 'finance',
  'bad_debt.write_off': 'finance',
  'card.change': 'finance',
  'debits.change': 'finance',
  'credit.change': 'finance',
  'freight.change': 'finance',
  'order.stand_in': 'support',
  'parcel_state.note': 'support',
  'members.review': 'support',
  'members.decide': 'support',
  'registration.change': 'support',
  'person.view': 'support',
  'inquiry.handle': 'support',
  'request.remove': 'support',
}

/** Also for pages, which offer only what can be done. */
export function roleMay(role: AdminRole, operation: Operation): boolean {
  const needed = roleFor[operation]
  return role === 'full' || needed === undefined || needed === role
}
