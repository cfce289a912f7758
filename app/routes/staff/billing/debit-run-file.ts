import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { debitRunFile } from '#modules/payments/debit/debit-run.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { pageAction } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/debit-run-file.ts'

/** The file for the bank. A form asks for it: each download is in the history. */
export const action = pageAction(async (ctx, { params, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const id = parseId<'debitRun'>(params.id)
  if (!id) throw new NotFound('debit run')
  const { encryption } = context.get(requestFacts)
  const file = await debitRunFile(ctx, { id }, { encryption })
  if (!file.ok)
    return redirectWithFlash(`/admin/billing/debits/${id}`, debitRunFile.declaration.refusals.text(file.refusal))
  return new Response(Buffer.from(file.value.bytes), {
    headers: {
      'content-type': 'text/plain; charset=Shift_JIS',
      'content-disposition': `attachment; filename="${file.value.name}"`,
      'cache-control': 'no-store',
    },
  })
})
