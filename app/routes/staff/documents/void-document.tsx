import { Form } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { type IssuedDocumentId, parseId } from '#kernel/ids.ts'
import { documentWord } from '#modules/issued-documents/issued-paper.ts'
import { issuedDocument } from '#modules/issued-documents/read-issued.server.ts'
import { voidDocument } from '#modules/issued-documents/void-document.server.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { requireStaffFor } from '../require-staff.server.ts'
import type { Route } from './+types/void-document.ts'

export const meta = () => [{ title: '書類の無効化（管理）｜畝と皿' }]

function idIn({ id }: { id: string }): IssuedDocumentId {
  const known = parseId<'issuedDocument'>(id)
  if (!known) throw new NotFound('issued document')
  return known
}

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'issued_document.void')
  const { number, issuedOn, content } = await issuedDocument(ctx, idIn(params))
  return { number, issuedOn, kind: content.kind, recipient: content.to.name, formKey: crypto.randomUUID() }
})

export const action = pageAction(
  onlyJob(
    job(voidDocument, {
      fields: ({ params }: Route.ActionArgs) => ({ id: idIn(params) }),
      done: () => redirectWithFlash('/admin/documents', '書類を無効にしました。'),
    }),
  ),
)

export default function VoidDocumentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, issuedOn, kind, recipient, formKey } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">書類の無効化</h1>
      <p>
        {documentWord[kind]} {number}（{formatDayWithYear(issuedOn)}、{recipient}）
      </p>
      <p>書類は削除されません。無効とした事実と理由が記録され、QRコードの照会に「無効」と表示されます。</p>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={formKey} />
        <TextArea
          label="理由"
          name="reason"
          need="required"
          maxLength={400}
          defaultValue={problem?.typed?.reason ?? ''}
          error={problem?.fields.reason}
        />
        <Button kind="danger">無効にする</Button>
      </Form>
    </div>
  )
}
