import { Form, useNavigation } from 'react-router'
import { type KnownParcelState, knownParcelStates } from '#kernel/carrier-tracking.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { parcelStateWord } from '#modules/delivery/tracking/parcel-state-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'

const nameOf = ({ ordinal, carrier, trackingNumber }: OrderDetail['parcels'][number]) =>
  [`${ordinal}個口目`, carrier && carrierName(carrier), trackingNumber && formatTrackingNumber(trackingNumber)]
    .filter(Boolean)
    .join(' ')

/** What came back, with what to do about it; and what staff read on a carrier's page. */
export function ParcelStates({
  order,
  mayNote,
  formKey,
  problem,
}: {
  order: OrderDetail
  mayNote: boolean
  formKey: string
  problem: Problem | undefined
}) {
  const busy = useNavigation().formMethod === 'POST'
  const left = order.parcels.filter(({ shippedAt, unused }) => shippedAt !== null && !unused)
  const back = left.filter(({ progress }) => progress?.state === 'returned')
  const open = order.state === 'shipped' || order.state === 'partly_shipped' || order.state === 'delivered'
  if (left.length === 0) return null
  return (
    <>
      {back.length > 0 && (order.state === 'shipped' || order.state === 'delivered') && (
        <Notice tone="akane">
          {back.map(nameOf).join('、')}が返送されています。{' '}
          <Link to="?act=sendParcelBack#act" className="prose-link" preventScrollReset>
            返送を登録する
          </Link>
        </Notice>
      )}
      {mayNote && open && (
        <details className="mt-2" open={problem !== undefined}>
          <summary className="min-h-11 content-center font-bold">配送状況を登録する</summary>
          <Form method="post" className="grid grid-cols-1 gap-3 pt-2" noValidate>
            <input type="hidden" name="intent" value="parcelState" />
            <input type="hidden" name="key" value={formKey} />
            {problem && <Notice tone="akane">{problem.summary}</Notice>}
            <SelectField label="荷物" name="parcelId" defaultValue={problem?.typed.parcelId ?? left[0]?.id}>
              {left.map((parcel) => (
                <option key={parcel.id} value={parcel.id}>
                  {nameOf(parcel)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label="配送状況"
              name="state"
              defaultValue={problem?.typed.state ?? ('in_transit' satisfies KnownParcelState)}
            >
              {knownParcelStates.map((state) => (
                <option key={state} value={state}>
                  {parcelStateWord[state]}
                </option>
              ))}
            </SelectField>
            <TextField
              label="理由"
              name="reason"
              autoComplete="off"
              maxLength={200}
              help="履歴に残ります（例：配送会社のページで確認）"
              defaultValue={problem?.typed.reason}
              error={problem?.fields.reason}
            />
            <div>
              <Button busy={busy}>配送状況を登録する</Button>
            </div>
          </Form>
        </details>
      )}
    </>
  )
}
