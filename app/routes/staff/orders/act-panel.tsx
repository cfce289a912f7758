import { Form, useNavigation } from 'react-router'
import { sentBackWhys } from '#kernel/enums.ts'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { ProductId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { type ActSide, type ActStep, sideWord } from '#modules/admin/act-for/act-labels.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { LotField } from '#modules/ordering/fulfilment/ui/packing-form.tsx'
import { toSend } from '#modules/ordering/order.ts'
import { sentBackWord } from '#modules/ordering/order-labels.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import type { StepPreview } from '#modules/ordering/preview-step.ts'
import type { TransitionRule } from '#modules/ordering/process/transition-rule.ts'
import { orderProcess } from '#modules/ordering/process/transitions.ts'
import { refusalText } from '#modules/ordering/refusal-text.ts'
import { linesToPack, restOf } from '#modules/ordering/rest-of.ts'
import { CarrierSelect } from '#modules/ordering/ui/carrier-select.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import type { Lot } from '#modules/traceability/lot.server.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'

type Action = { step: ActStep; side: ActSide; button: string; refusal: Parameters<typeof refusalText>[0] | null }

type Props = {
  order: OrderDetail
  /** The days that the farm may propose instead. */
  otherDays: readonly JstDate[]
  /** The harvests from which the products of a hand-over can be packed. */
  lots: ReadonlyMap<ProductId, readonly Lot[]>
  now: Date
  actions: readonly Action[]
  chosen: { step: ActStep; preview: StepPreview } | null
  formKey: string
  problem: Problem | undefined
}

/** What was requested by telephone: each step leads to a preview, and only from there is it done. */
export function ActPanel({ actions, chosen, ...props }: Props) {
  const sides = (['farm', 'restaurant', 'staff'] as const).flatMap((side) => {
    const ofSide = actions.filter((action) => action.side === side)
    return ofSide.length > 0 ? [{ side, ofSide }] : []
  })
  if (sides.length === 0) return null
  return (
    <Panel head={<h2>代理で操作する</h2>}>
      <div id="act" className="grid grid-cols-1 gap-4">
        {sides.map(({ side, ofSide }) => (
          <div key={side} className="grid grid-cols-1 gap-2">
            <p className="text-sub font-bold">
              {side === 'staff' ? '運営として' : `${sideWord[side]}から電話で依頼された`}
            </p>
            <ul className="flex flex-wrap gap-2">
              {ofSide.map(({ step, button, refusal }) => (
                <li key={step}>
                  {refusal === null ? (
                    <Link
                      to={`?act=${step}#act`}
                      className="chip [--target:2.75rem]"
                      aria-current={chosen?.step === step ? 'true' : undefined}
                      preventScrollReset
                    >
                      {button}
                    </Link>
                  ) : (
                    <span className="text-caption text-ink-2">
                      {button}（{refusalText(refusal)}）
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </div>
        ))}
        {chosen && <ActForm key={chosen.step} chosen={chosen} {...props} />}
      </div>
    </Panel>
  )
}

type FormProps = Omit<Props, 'actions' | 'chosen'> & {
  chosen: NonNullable<Props['chosen']>
  formKey: string
  problem: Problem | undefined
}

function ActForm({ order, otherDays, lots, now, chosen: { step, preview }, formKey, problem }: FormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const { for: side, danger }: NonNullable<TransitionRule['byPhone']> = orderProcess[step].byPhone
  const name = side === 'farm' ? order.farm.name : order.restaurant.name
  return (
    <section aria-label="操作後の内容" className="grid grid-cols-1 gap-3 rounded-control border border-line-strong">
      <p className="rounded-t-control bg-[repeating-linear-gradient(-45deg,var(--tag)_0_12px,var(--tag-tint)_12px_24px)] p-2">
        <span className="rounded-control bg-surface px-2 py-1 font-bold text-ink">
          {side === 'staff' ? '運営として操作します' : `${name}の代理で操作します`}
        </span>
      </p>
      <div className="grid grid-cols-1 gap-3 p-3 pt-0">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        <PreviewList preview={preview} />
        <Form method="post" action={`?act=${step}#act`} className="grid grid-cols-1 gap-3" noValidate>
          <input type="hidden" name="step" value={step} />
          <input type="hidden" name="key" value={formKey} />
          {step === 'sendParcelBack' && (
            <SelectField label="返送の理由" name="why" defaultValue={problem?.typed.why ?? 'absent'}>
              {sentBackWhys.map((why) => (
                <option key={why} value={why}>
                  {sentBackWord[why]}
                </option>
              ))}
            </SelectField>
          )}
          {step === 'ship' && <ReadOutFields {...{ order, lots, now, problem }} />}
          {step === 'proposeDay' && <DayField days={otherDays} problem={problem} />}
          {step === 'accept' && otherDays.length > 0 && <DayField days={otherDays} problem={problem} withNone />}
          <TextField
            label="理由"
            name="reason"
            autoComplete="off"
            maxLength={200}
            help="履歴に残り、取引先にも表示されます（例：園主から電話。作業中のため）"
            defaultValue={problem?.typed.reason}
            error={problem?.fields.reason}
          />
          <StaffProof id="act-proof" problem={problem} />
          <div className="flex flex-wrap gap-3">
            <Button kind={danger ? 'danger' : 'pine'} busy={busy}>
              {preview.button}
            </Button>
            <ButtonLink kind="line" to="?">
              戻る
            </ButtonLink>
          </div>
        </Form>
      </div>
    </section>
  )
}

type DayProps = { days: readonly JstDate[]; problem: Problem | undefined; withNone?: boolean }

/** `withNone`: the order may also be accepted for its own day. */
const DayField = ({ days, problem, withNone = false }: DayProps) => (
  <SelectField
    label="提案するお届け日"
    help={withNone ? '選択すると、すべて受注し、同時に飲食店へ別のお届け日を提案します' : undefined}
    name="deliveryOn"
    defaultValue={problem?.typed.deliveryOn}
    error={problem?.fields.deliveryOn}
  >
    {withNone && <option value="">提案しない（注文どおり）</option>}
    {days.map((day) => (
      <option key={day} value={day}>
        {formatDay(day)}
      </option>
    ))}
  </SelectField>
)

const PreviewList = ({ preview }: { preview: StepPreview }) => (
  <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sub">
    <Fact what="状態">
      {preview.from} → <b>{preview.to}</b>
    </Fact>
    <Fact what="実行内容">{preview.effects.length > 0 ? preview.effects.join('・') : '他にはありません'}</Fact>
    <Fact what="通知">{preview.tells.length > 0 ? preview.tells.join('・') : '通知しません'}</Fact>
    <Fact what="飲食店の支払い（税込）">
      {formatYen(preview.beforeYen)} →{' '}
      <b>{preview.afterYen === null ? preview.undecided : formatYen(preview.afterYen)}</b>
    </Fact>
    {preview.feeYen > 0 && <Fact what="取消料">{formatYen(preview.feeYen)}</Fact>}
    <Fact what="履歴">{preview.told}</Fact>
  </dl>
)

const Fact = ({ what, children }: { what: string; children: React.ReactNode }) => (
  <div className="contents">
    <dt className="text-ink-2">{what}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
)

/** What the farm reads out: the harvests, the carrier, the numbers of the boxes, and the weights of products sold by weight. */
function ReadOutFields({ order, lots, now, problem }: Pick<FormProps, 'order' | 'lots' | 'now' | 'problem'>) {
  const restOnly = order.state === 'partly_shipped'
  const weighed = order.lines.filter(
    (line) =>
      line.catchWeight &&
      (restOnly ? restOf(line, order.left) > 0 : line.quantities.shipped === null && line.quantities.confirmed?.qty),
  )
  const boxes = toSend(order.parcels).filter(({ tracked }) => tracked)
  return (
    <>
      {linesToPack(order).map((line) => (
        <div key={line.id}>
          <p className="text-sub font-bold">{line.name}</p>
          <LotField
            line={line}
            lots={lots.get(line.productId) ?? []}
            today={jstDateOf(now)}
            chosen={problem?.typed[`lot.${line.id}`] || undefined}
            error={problem?.fields[`lot.${line.id}`]}
          />
        </div>
      ))}
      {weighed.map((line) => (
        <TextField
          key={line.id}
          label={`実重量（${line.name}）`}
          name={`kg.${line.id}`}
          inputMode="decimal"
          autoComplete="off"
          suffix="kg"
          defaultValue={problem?.typed[`kg.${line.id}`]}
          error={problem?.fields[`kg.${line.id}`]}
        />
      ))}
      {boxes.length > 0 && (
        <CarrierField used={order.proposedCarriers} imported={boxes[0]?.label?.carrier} problem={problem} />
      )}
      {boxes.map((parcel, index) => (
        <TextField
          key={parcel.id}
          label={boxes.length === 1 ? '送り状番号' : `送り状番号（${index + 1}/${boxes.length}個口目）`}
          name={`number.${parcel.id}`}
          inputMode="numeric"
          autoComplete="off"
          help="使用しない個口は空欄のまま"
          defaultValue={problem?.typed[`number.${parcel.id}`] ?? parcel.label?.trackingNumber}
          error={problem?.fields[`number.${parcel.id}`]}
        />
      ))}
    </>
  )
}

type CarrierProps = {
  used: OrderDetail['proposedCarriers']
  /** Of the numbers that came back in a file. */
  imported: string | undefined
  problem: Problem | undefined
}

/** With which carrier all boxes leave; at first that of the numbers that are known, else the one that is proposed for the order. */
function CarrierField({ used, imported, problem }: CarrierProps) {
  return (
    <>
      <CarrierSelect
        name="carrier"
        used={used}
        defaultValue={problem?.typed.carrier ?? imported ?? used[0]?.carrier ?? 'yamato'}
      />
      <TextField
        label="その他の配送会社の名称"
        need="optional"
        name="carrierName"
        autoComplete="off"
        maxLength={40}
        help="「その他の配送会社」を選択した場合に入力"
        defaultValue={problem?.typed.carrierName}
        error={problem?.fields.carrierName}
      />
    </>
  )
}
