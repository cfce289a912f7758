import { FileDown } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatMonth, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { issuedFilePath } from '#modules/issued-documents/issued-paper.ts'
import { type Entry, entriesOf } from '#modules/issued-documents/slip-entries.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { statementDetail } from '#modules/payouts/farm-sales.server.ts'
import { confirmStatement, objectToSlip } from '#modules/payouts/objections.server.ts'
import { StatementBadge } from '#modules/payouts/ui/statement-badge.tsx'
import { StatementPaper } from '#modules/payouts/ui/statement-paper.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/statement.ts'

export const meta = () => ownMeta('支払通知書')

type Args = Route.ActionArgs

const idIn = (id: string) => {
  const documentId = parseId<'issuedDocument'>(id)
  if (!documentId) throw new NotFound('statement')
  return documentId
}

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const farm = requireFarm(ctx.actor)
  const { content, ...statement } = await statementDetail(ctx, idIn(params.id))
  return {
    ...statement,
    content,
    mayAnswer: can(ctx.actor, 'statement.answer', farm),
    formKey: crypto.randomUUID(),
    slipKeys: content.slips.map(({ number }) => ({ number, key: crypto.randomUUID() })),
  }
})

const fields = ({ params }: Args) => ({ documentId: params.id })

export const action = pageAction(
  jobs({
    object: job(objectToSlip, {
      fields,
      done: ({ slip, name }, { documentId }, _ctx, _args: Args) =>
        redirectWithFlash(
          `/farmer/sales/statements/${documentId}`,
          `明細 ${slip}${name === null ? '' : `（${name}）`}への異議を送信しました。回答をお待ちください。`,
        ),
    }),
    confirm: job(confirmStatement, {
      fields,
      done: (_done, _given, _ctx, _args: Args) =>
        redirectWithFlash('/farmer/sales', '支払通知書を確認済みにしました。'),
    }),
  }),
)

/** One statement: the sums, every slip, and what the farm says of it. */
export default function StatementPage({ loaderData: it, actionData, matches }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData?.problem
  const open = it.confirmedAt === null && it.mayAnswer
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/sales', word: '売上' }} line={null}>
        <h1 className="text-h2 font-bold">{formatMonth(it.toOn)}分の支払通知書</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 pb-24 lg:mx-0 lg:max-w-5xl lg:px-8">
        <p className="flex flex-wrap items-center gap-3 print:hidden">
          <StatementBadge {...it} />
          <a href={issuedFilePath(it.id, 'pdf')} className="btn" data-kind="line" download>
            <FileDown aria-hidden="true" />
            PDFで保存
          </a>
        </p>
        {problem && <Notice tone="akane">{problem.fields.words ?? problem.summary}</Notice>}
        <StatementPaper
          number={it.number}
          content={it.content}
          isOpen={({ number }) =>
            it.slipObjections.some(({ slip }) => slip === number) || problem?.fields.words !== undefined
          }
          below={(slip) => {
            const said = it.slipObjections.filter((objection) => objection.slip === slip.number)
            const mayObject = open && said.every(({ line }) => line !== null)
            return (
              <>
                {said.map((objection) => (
                  <Said key={objection.id} {...objection} />
                ))}
                {mayObject && (
                  <Disclosure summary={said.length === 0 ? 'この明細に異議がある' : '他の行にも異議がある'}>
                    <Form method="post" className="grid grid-cols-1 gap-3" noValidate>
                      <input type="hidden" name="intent" value="object" />
                      <input
                        type="hidden"
                        name="key"
                        value={it.slipKeys.find(({ number }) => number === slip.number)?.key}
                      />
                      <input type="hidden" name="slip" value={slip.number} />
                      <SelectField label="対象" name="line" help="選択した行の金額だけ、回答まで支払いを留保します。">
                        {entriesOf(slip).map(
                          (entry, at) =>
                            said.every(({ line }) => line !== at + 1) && (
                              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an issued document never move
                              <option key={at} value={at + 1}>
                                {lineText(entry)}
                              </option>
                            ),
                        )}
                        <option value={0}>この明細全体</option>
                      </SelectField>
                      <TextArea label="誤りの内容" name="words" limit={1_000} need="required" />
                      <Button kind="line" size="lg" busy={busy}>
                        異議を送信する
                      </Button>
                    </Form>
                  </Disclosure>
                )}
              </>
            )
          }}
        />
        {open && it.objections === 0 && (
          <Form method="post">
            <input type="hidden" name="intent" value="confirm" />
            <input type="hidden" name="key" value={it.formKey} />
            <Button size="lg" busy={busy} className="w-full">
              内容を確認しました
            </Button>
          </Form>
        )}
      </div>
    </>
  )
}

const lineText = ({ kind, name, qty, unit, yen }: Entry) =>
  `${name}${kind === 'goods' ? ` × ${qty}${unit}` : ''}　${formatYen(yen)}`

type Objection = { lineName: string | null; words: string; accepted: boolean | null; answer: string | null }

const Said = ({ lineName, words, accepted, answer }: Objection) => (
  <Notice tone={accepted === null ? 'tag' : 'ai'}>
    <span className="block wrap-anywhere">
      異議（{lineName ?? '明細全体'}）：{words}
    </span>
    {accepted === null ? (
      <span className="block">運営が確認しています。この金額は、回答後に振り込みます。</span>
    ) : (
      <span className="block">
        {accepted ? '運営の回答（修正します）' : '運営の回答（修正しません）'}：{answer}
      </span>
    )}
  </Notice>
)
