import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { payRunFile } from '#modules/payouts/pay-run-file.server.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { pageAction } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/pay-run-file.ts'

/** The file for the bank. A form asks for it: each download is in the history. */
export const action = pageAction(async (ctx, { params, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const id = parseId<'payRun'>(params.id)
  if (!id) throw new NotFound('pay run')
  const { encryption } = context.get(requestFacts)
  const file = await payRunFile(ctx, { id }, { encryption })
  if (!file.ok)
    return redirectWithFlash(`/admin/payouts/${id}`, payRunFile.declaration.refusals.text(file.refusal, file.detail))
  return new Response(Buffer.from(file.value.bytes), {
    headers: {
      'content-type': 'text/plain; charset=Shift_JIS',
      'content-disposition': `attachment; filename="${file.value.name}"`,
      'cache-control': 'no-store',
    },
  })
})
