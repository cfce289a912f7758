import { Form } from 'react-router'
import { NotFound } from '#kernel/errors.ts'
import { formatDayWithYear } from '#kernel/format.ts'
import { type IssuedDocumentId, parseId } from '#kernel/ids.ts'
import { replaceDocument } from '#modules/admin/documents/replace-document.server.ts'
import { documentWord } from '#modules/issued-documents/issued-paper.ts'
import { issuedDocument } from '#modules/issued-documents/read-issued.server.ts'
import { needsReplacement, voidDocument } from '#modules/issued-documents/void-document.server.ts'
import { Confirm } from '#ui/confirm.tsx'
import { TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs, withTool } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { requireStaffFor } from '../require-staff.server.ts'
import type { Route } from './+types/end-document.ts'

export const meta = () => ownMeta('書類の差し替え・無効化（管理）')

function idIn({ id }: { id: string }): IssuedDocumentId {
  const known = parseId<'issuedDocument'>(id)
  if (!known) throw new NotFound('issued document')
  return known
}

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'issued_document.void')
  const id = idIn(params)
  const { number, issuedOn, content } = await issuedDocument(ctx, id)
  return {
    ...{ number, issuedOn, kind: content.kind, recipient: content.to.name },
    replaced: await needsReplacement(ctx, id),
    formKey: crypto.randomUUID(),
  }
})

const fields = ({ params }: Route.ActionArgs) => ({ id: idIn(params) })

export const action = pageAction(
  jobs({
    void: job(voidDocument, { fields, done: () => redirectWithFlash('/admin/documents', '書類を無効にしました。') }),
    replace: job(
      withTool(replaceDocument, ({ context }: Route.ActionArgs) => context.get(requestFacts).operator),
      {
        fields,
        done: ({ number }) =>
          redirectWithFlash('/admin/documents', `${number} に差し替えました。宛先にメールで通知しています。`),
      },
    ),
  }),
)

/** A document on which charges stand is replaced; any other is declared void. */
export default function EndDocumentPage({ loaderData, actionData }: Route.ComponentProps) {
  const { number, issuedOn, kind, recipient, replaced, formKey } = loaderData
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const named = `${documentWord[kind]} ${number}`
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4">
      <h1 className="text-h2 font-bold">{replaced ? '書類の差し替え' : '書類の無効化'}</h1>
      <p>
        {named}（{formatDayWithYear(issuedOn)}、{recipient}）
      </p>
      <p>
        {replaced
          ? '同じ取引について、現在の登録内容（宛先、住所、登録番号、振込先）で新しい番号の書類を発行します。金額は変わりません。金額の訂正は、注文の画面で行います。元の書類は無効になり、QRコードの照会に新しい番号が表示されます。'
          : '書類は削除されません。無効とした事実と理由が記録され、QRコードの照会に「無効」と表示されます。'}
      </p>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <Form method="post" className="grid grid-cols-1 gap-4">
        <input type="hidden" name="key" value={formKey} />
        <TextArea
          label="理由"
          name="reason"
          need="required"
          maxLength={400}
          help="宛先にも表示されます。"
          defaultValue={problem?.typed?.reason ?? ''}
          error={problem?.fields.reason}
        />
        {replaced ? (
          <Confirm
            name="intent"
            value="replace"
            kind="danger"
            question={`${named} を差し替えますか`}
            consequence="元の書類は無効になります。元に戻すことはできません。"
            confirm="差し替える"
          >
            差し替える
          </Confirm>
        ) : (
          <Confirm
            name="intent"
            value="void"
            kind="danger"
            question={`${named} を無効にしますか`}
            consequence="元に戻すことはできません。"
            confirm="無効にする"
          >
            無効にする
          </Confirm>
        )}
      </Form>
    </div>
  )
}
