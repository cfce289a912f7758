import { Form, useNavigation } from 'react-router'
import { formatMomentWithYear, formatYen } from '#kernel/format.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import type { WriteOff } from '#modules/payments/write-off-queries.server.ts'
import { Badge } from '#ui/badge.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextArea } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import { May } from '../may.tsx'

type Props = { writeOffs: readonly WriteOff[]; formKey: string; problem: Problem | undefined }

/** What was given up of an invoice, by whom and why; each can be taken back. */
export function WriteOffHistory({ writeOffs, formKey, problem }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'undo'
  if (writeOffs.length === 0) return null
  return (
    <Panel head={<h2>貸倒れ処理の履歴</h2>}>
      <ul className="grid gap-5">
        {writeOffs.map((it) => {
          const said = problem?.typed.writeOffId === it.id ? problem : undefined
          return (
            <li key={it.id} className="grid grid-cols-1 gap-3 border-b border-line pb-5 last:border-b-0 last:pb-0">
              <WriteOffLine it={it} />
              {!it.undoneAt && (
                <May to="bad_debt.write_off">
                  <Form method="post" className="grid max-w-2xl grid-cols-1 gap-3" noValidate>
                    <input type="hidden" name="intent" value="undo" />
                    <input type="hidden" name="key" value={formKey} />
                    <input type="hidden" name="writeOffId" value={it.id} />
                    <TextArea
                      id={`undo-${it.id}`}
                      label="取り消しの理由"
                      name="reason"
                      need="required"
                      rows={2}
                      limit={500}
                      defaultValue={said?.typed.reason}
                      error={said?.fields.reason}
                    />
                    <StaffProof id={`undo-proof-${it.id}`} problem={said} />
                    <div>
                      <Confirm
                        kind="line"
                        question={`貸倒れ処理 ${formatYen(it.yen)}を取り消しますか`}
                        consequence={`請求書 ${it.number} の未払い額が${formatYen(it.yen)}増え、支払いの案内の対象に戻ります。`}
                        confirm="取り消す"
                        busy={busy}
                      >
                        貸倒れ処理を取り消す
                      </Confirm>
                    </div>
                  </Form>
                </May>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const WriteOffLine = ({ it }: { it: WriteOff }) => (
  <div>
    <p className="flex flex-wrap items-center gap-x-3">
      <b className="tabular-nums">{formatYen(it.yen)}</b>
      <span className="text-sub text-ink-2">
        {formatMomentWithYear(it.at)}・{it.by}
      </span>
      {it.undoneAt && <Badge tone="line">取り消し済み</Badge>}
    </p>
    <p className="wrap-anywhere whitespace-pre-line">{it.reason}</p>
    {it.undoneAt && (
      <p className="text-sub text-ink-2 wrap-anywhere">
        {formatMomentWithYear(it.undoneAt)}に{it.undoneBy}が取り消し：{it.undoReason}
      </p>
    )}
  </div>
)

type ListProps = { writeOffs: { yearYen: number; rows: readonly WriteOff[] } }

/** What was given up of a restaurant, with links to the invoices. */
export function WriteOffsOfRestaurant({ writeOffs: { yearYen, rows } }: ListProps) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="write-offs" className="grid gap-2">
      <h3 id="write-offs" className="font-bold">
        貸倒れ処理
      </h3>
      <p>
        直近1年の合計 <b className="tabular-nums">{formatYen(yearYen)}</b>
      </p>
      <ul className="grid gap-3">
        {rows.map((it) => (
          <li key={it.id}>
            <Link
              to={`/admin/billing/invoices/${it.documentId}`}
              className="prose-link inline-flex min-h-11 items-center"
            >
              請求書 {it.number}
            </Link>
            <WriteOffLine it={it} />
          </li>
        ))}
      </ul>
    </section>
  )
}
