import { type Quantity, type Stage, stages } from '#kernel/enums.ts'
import { formatGrams, formatNumber, formatYen } from '#kernel/format.ts'
import { billableGrams } from '#modules/pricing/line-terms.ts'
import { countText, samePart } from '#modules/pricing/part-text.ts'
import { amountAt, knownStage, type OrderLine } from '../order.ts'
import { stageWord } from '../order-labels.ts'
import { LinePrice } from './line-price.tsx'

type Reader = 'restaurant' | 'farm'

/** The farmers' words for the same stages. */
const words: Record<Reader, Record<Stage, string>> = {
  restaurant: stageWord,
  farm: { ordered: '注文', confirmed: '確定', shipped: '出荷', received: '受取', billed: '請求' },
}

type Props = {
  lines: readonly OrderLine[]
  reader: Reader
  /** False for a helper of the farm who does not see money. */
  moneyShown?: boolean
}

/**
 * The five quantities of every line, side by side. A quantity that differs from the previous one is marked, because
 * there the slip differs from the order. Weights are below the count for products sold by weight. The name has its own
 * row, so that nothing scrolls sideways on a phone.
 */
export function QuantityTable({ lines, reader, moneyShown = true }: Props) {
  return (
    <table className="w-full table-fixed border-collapse text-sub">
      <caption className="visually-hidden">商品ごとの、注文から請求までの数量</caption>
      <thead>
        <tr className="border-b border-line-strong">
          {stages.map((stage) => (
            <th key={stage} scope="col" className="px-1 py-1.5 text-end text-caption font-bold text-ink-2">
              {words[reader][stage]}
            </th>
          ))}
        </tr>
      </thead>
      {lines.map((line) => (
        <tbody key={line.id} className="border-b border-line last:border-b-0">
          <tr>
            <th scope="rowgroup" colSpan={stages.length} className="px-1 pt-3 text-start font-normal">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3">
                <span>
                  <span className="font-bold">{line.name}</span>
                  <span className="text-caption text-ink-2"> {line.packLabel}</span>
                  {line.substituteFor && <span className="text-caption font-bold text-kaki-ink"> 代替品</span>}
                  {line.quantities.ordered?.qty === 0 && (
                    <span className="text-caption font-bold text-akane"> キャンセル</span>
                  )}
                  {moneyShown && (
                    <span className="block">
                      <LinePrice line={line} />
                    </span>
                  )}
                  <AboveCeiling line={line} />
                </span>
                {moneyShown && <span className="num-col">{formatYen(amountAt(line, knownStage(line)))}</span>}
              </span>
            </th>
          </tr>
          <tr>
            {stages.map((stage, index) => (
              <Cell
                key={stage}
                quantity={stage === 'billed' ? billed(line) : line.quantities[stage]}
                before={beforeOf(line, index)}
                unit={line.unitLabel}
              />
            ))}
          </tr>
        </tbody>
      ))}
    </table>
  )
}

function Cell({ quantity, before, unit }: { quantity: Quantity | null; before: Quantity | null; unit: string }) {
  if (!quantity)
    return (
      <td className="px-1 pt-1 pb-3 text-end">
        <span className="visually-hidden">未確定</span>
      </td>
    )
  const differs =
    before !== null &&
    (before.qty !== quantity.qty || before.grams !== quantity.grams || !samePart(before.missing, quantity.missing))
  return (
    <td className="px-1 pt-1 pb-3 text-end align-top">
      <span
        className={
          differs ? '-me-1 inline-block rounded-tag bg-tag-tint px-1 font-bold whitespace-nowrap' : 'inline-block'
        }
      >
        {quantity.missing ? (
          <span className="num-col">{countText(quantity, unit)}</span>
        ) : (
          <>
            <span className="num-col">{formatNumber(quantity.qty)}</span>
            <span className="text-caption">{unit}</span>
          </>
        )}
        {quantity.grams !== null && (
          <span className="block whitespace-nowrap text-caption tabular-nums">{formatGrams(quantity.grams)}</span>
        )}
        {differs && <span className="visually-hidden">（前と異なります）</span>}
      </span>
    </td>
  )
}

/** Of a line heavier than agreed: the weight that is paid for, and the weight that came. */
function AboveCeiling({ line }: { line: OrderLine }) {
  const came = line.quantities.received ?? line.quantities.shipped
  const paid = came && billableGrams(line, came)
  if (!came?.grams || !paid || paid === came.grams) return null
  return (
    <span className="block text-caption font-bold">
      請求重量 {formatGrams(paid)}
      <span className="phrase">（実重量 {formatGrams(came.grams)}、上限まで）</span>
    </span>
  )
}

/** Bills from before the ceiling was part of the billed weight state the weight that came. */
function billed(line: OrderLine): Quantity | null {
  const quantity = line.quantities.billed
  return quantity && { ...quantity, grams: billableGrams(line, quantity) }
}

/** The last quantity that was stated before this stage. */
const beforeOf = (line: OrderLine, index: number): Quantity | null =>
  stages
    .slice(0, index)
    .map((stage) => line.quantities[stage])
    .findLast((quantity) => quantity !== null) ?? null
