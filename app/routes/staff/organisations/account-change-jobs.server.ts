import type { RouterContextProvider } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import type { AccountChangeKind } from '#kernel/enums.ts'
import type { AccountChangeRefusal } from '#modules/identity/account-changes/account-change-labels.ts'
import {
  confirmAccountChange,
  requestAccountChange,
  withdrawAccountChange,
} from '#modules/identity/account-changes/request-account-change.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, withTool } from '#web/jobs.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { provenByStaff } from '../staff-proof.server.ts'

/**
 * The jobs of the forms about a change of an account. `owner`: the field that names the account; `here`: the current
 * page.
 */
export function accountChangeJobs<Args extends { context: Readonly<RouterContextProvider> }>(
  owner: 'personId' | 'adminId',
  here: (args: Args) => string,
) {
  const back = (notice: string) => (_: unknown, __: unknown, ___: Ctx, args: Args) =>
    redirectWithFlash(here(args), notice)
  const request = (kind: AccountChangeKind, notice: string) =>
    provenByStaff(
      job(requestAccountChange, {
        fields: (_: Args, __, form) => ({ kind, [`owner.${owner}`]: String(form.get(owner)) }),
        done: back(notice),
        at: ({ refusal }) => fieldOf[refusal],
      }),
    )
  return {
    email: request('email', '依頼しました。他の担当者が確認すると、72時間後に変更されます。'),
    factors: request('factors', '依頼しました。他の担当者が確認すると、72時間後にリセットされます。'),
    confirm: provenByStaff(
      job(
        withTool(confirmAccountChange, ({ context }: Args) => context.get(requestFacts).encryption),
        {
          done: back(
            '確認しました。確認済みの現在のメールアドレスがある場合は予告を送信しました。72時間後に実行します。',
          ),
        },
      ),
    ),
    withdraw: provenByStaff(job(withdrawAccountChange, { done: back('取り消しました。') })),
  }
}

/** The field of a refusal; the others concern the whole form. */
const fieldOf: Partial<Record<AccountChangeRefusal, string>> = {
  reason_missing: 'reason',
  proof_missing: 'proof',
  bad_email: 'email',
  same_email: 'email',
  email_taken: 'email',
}
