import { useState } from 'react'
import { formatDay } from '#kernel/format.ts'
import type { OrderLineId, ProductId } from '#kernel/ids.ts'
import type { JstDate } from '#kernel/jst.ts'
import { parseKilograms, parseWholeNumber } from '#kernel/text.ts'
import type { OrderLine } from '#modules/ordering/order.ts'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { CountField } from '#modules/ordering/ui/count-field.tsx'
import { LineCarton } from '#modules/ordering/ui/line-carton.tsx'
import { ReasonField } from '#modules/ordering/ui/reason-field.tsx'
import { TaskButton, TaskForm, type TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import type { WeighingWith } from '#modules/organisations/scales/scales.server.ts'
import ScaleNotice from '#modules/organisations/ui/scale-notice.tsx'
import { weightBounds } from '#modules/pricing/line-terms.ts'
import type { Lot, NamedLot } from '#modules/traceability/lot.server.ts'
import { usualLot } from '#modules/traceability/usual-lot.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { mostPieces, pieceField, pieceWeights, sumOfPieces } from '../piece-weights.ts'
import { ScaleField } from './scale-field.tsx'

type Props = {
  lines: readonly OrderLine[]
  lots: ReadonlyMap<ProductId, readonly Lot[]>
  named: ReadonlyMap<OrderLineId, readonly NamedLot[]>
  today: JstDate
  /** With what the farm weighs; behind a link the only scale is recorded. */
  weighing?: WeighingWith | null
  formKey: string
  problem: TaskProblem | undefined
}

/** The packing list: quantity, weight and harvest of every product. */
export function PackingForm({ lines, lots, named, today, weighing = null, formKey, problem }: Props) {
  const lotOf = (line: OrderLine) => named.get(line.id)?.[0]?.lotId
  return (
    <TaskForm task="pack" formKey={formKey} problem={problem}>
      {weighing && <ScaleNotice weighing={weighing} />}
      {weighing && weighing.scales.length > 1 && (
        <SelectField label="使用したはかり" name="scale" defaultValue={problem?.typed.scale ?? weighing.scales[0]?.id}>
          {weighing.scales.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <ul className="grid gap-4 lg:grid-cols-2">
        {lines
          .filter((line) => (line.quantities.confirmed?.qty ?? 0) > 0)
          .map((line) => (
            // what the server says of it now, which a press elsewhere may have changed
            <li key={[line.id, line.quantities.shipped?.qty, line.quantities.shipped?.grams, lotOf(line)].join(' ')}>
              <PackedLineFields line={line} most={line.quantities.confirmed?.qty ?? 0} problem={problem}>
                <LotField
                  line={line}
                  lots={lots.get(line.productId) ?? []}
                  today={today}
                  chosen={problem?.typed[`lot.${line.id}`] ?? lotOf(line)}
                  error={problem?.fields[`lot.${line.id}`]}
                />
              </PackedLineFields>
            </li>
          ))}
      </ul>
      <TaskButton stamp="箱詰め">{ruleOf('weigh').button}</TaskButton>
    </TaskForm>
  )
}

type FieldsProps = {
  line: OrderLine
  most: number
  problem: TaskProblem | undefined
  /** Some of it now, some later: less needs no reason, and there are no earlier statements about this part. */
  part?: 'first' | 'rest'
  children: React.ReactNode
}

/** One product during packing: quantity, weight, and the reason for less. */
export function PackedLineFields({ line, most, problem, part, children }: FieldsProps) {
  const at = (field: string) => `${field}.${line.id}`
  const shipped = part ? null : line.quantities.shipped
  const [qty, setQty] = useState(problem?.typed[at('qty')] ?? String(shipped?.qty ?? most))
  const [kg, setKg] = useState(problem?.typed[at('kg')] ?? (shipped?.grams ? String(shipped.grams / 1000) : ''))
  const count = parseWholeNumber(qty) ?? most
  const weight = parseKilograms(kg)
  const bounds = weightBounds(line, count)
  const tooLight = line.catchWeight && weight !== null && weight < bounds.lower
  const reasonError = problem?.fields[at('reason')]
  const lessIsShort = part !== 'first' && count < most
  const asksReason = !useHydrated() || lessIsShort || tooLight || reasonError !== undefined
  const hidden = <span className="visually-hidden">（{line.name}）</span>
  return (
    <LineCarton line={line} count={most}>
      <CountField
        label={
          <>
            {part === 'first' ? '先に出荷する数量' : '箱詰めした数量'}
            {hidden}
          </>
        }
        name={at('qty')}
        value={qty}
        onValue={setQty}
        most={most}
        unit={line.unitLabel}
        of={line.name}
        error={problem?.typed[at('qty')] === qty ? problem.fields[at('qty')] : undefined}
      />
      {line.catchWeight && (
        <ScaleField
          label={<>重さ{hidden}</>}
          name={at('kg')}
          value={kg}
          onValue={setKg}
          bounds={bounds}
          error={problem?.typed[at('kg')] === kg ? problem.fields[at('kg')] : undefined}
        />
      )}
      {line.catchWeight && !part && count > 1 && count <= mostPieces && (
        <PieceFields
          line={line}
          count={count}
          typed={problem?.typed ?? {}}
          onSum={(grams) => setKg(String(grams / 1000))}
        />
      )}
      {children}
      {asksReason && (
        <ReasonField
          label={`不足の理由（${line.name}）`}
          name={at('reason')}
          chosen={problem?.typed[at('reason')]}
          error={reasonError}
        />
      )}
    </LineCarton>
  )
}

type PieceProps = {
  line: OrderLine
  count: number
  typed: Readonly<Record<string, string | undefined>>
  onSum: (weight: number) => void
}

/** Two birds, two weights: their sum is the weight of the line. */
const PieceFields = ({ line, count, typed, onSum }: PieceProps) => (
  <details open={typed[pieceField(line.id, 1)] ? true : undefined}>
    <summary className="min-h-(--target) cursor-pointer content-center font-bold underline">
      1{line.unitLabel}ずつ計量する<span className="visually-hidden">（{line.name}）</span>
    </summary>
    <fieldset
      className="grid grid-cols-2 gap-3 pt-2"
      onInput={({ currentTarget }) => {
        const values = new Map([...currentTarget.querySelectorAll('input')].map((it) => [it.name, it.value]))
        const pieces = pieceWeights(line.id, count, (name) => values.get(name) ?? '')
        if (pieces?.length) onSum(sumOfPieces(pieces))
      }}
    >
      <legend className="visually-hidden">{line.name}の重さ</legend>
      {Array.from({ length: count }, (_, index) => pieceField(line.id, index + 1)).map((name, index) => (
        <TextField
          key={name}
          id={name}
          name={name}
          label={`${index + 1}${line.unitLabel}目（kg）`}
          defaultValue={typed[name] ?? ''}
          inputMode="decimal"
          autoComplete="off"
        />
      ))}
    </fieldset>
  </details>
)

type LotProps = {
  line: OrderLine
  lots: readonly Lot[]
  today: JstDate
  chosen: string | undefined
  error: string | undefined
}

/**
 * Which harvest it is from. Chosen already: what the farm has said of this product today, or the store it takes it from
 * (traceability/usual-lot.ts); otherwise it is asked.
 */
export function LotField({ line, lots, today, chosen, error }: LotProps) {
  const todays = lots.find((lot) => lot.harvestedOn === today)
  const preset = chosen ?? usualLot(lots, today)?.id
  const known = preset === todays?.id && todays ? 'today' : preset
  return (
    <SelectField
      label={
        <>
          収穫日<span className="visually-hidden">（{line.name}）</span>
        </>
      }
      name={`lot.${line.id}`}
      required
      defaultValue={known ?? ''}
      error={error}
    >
      {!known && <option value="">選択してください</option>}
      <option value="today">本日収穫　{formatDay(today)}</option>
      {lots
        .filter((lot) => lot.harvestedOn < today)
        .slice(0, 10)
        .map((lot) => (
          <option key={lot.id} value={lot.id}>
            {formatDay(lot.harvestedOn)}の収穫
          </option>
        ))}
    </SelectField>
  )
}
