import { formatYen } from '#kernel/format.ts'
import { SelectField } from '#ui/field.tsx'
import type { ShownFarm } from '../shown-cart.ts'
import { CartForm, useCartFetcher } from './cart-form.tsx'

type Props = { farm: Pick<ShownFarm, 'farmId' | 'name'>; ways: NonNullable<ShownFarm['runWays']> }

/** How the goods of a farm come, if a run (共同便) may bring them; and what sharing it costs, from live figures. */
export default function RunWaysForm({ farm, ways: { runs, shared } }: Props) {
  const fetcher = useCartFetcher(`run-${farm.farmId}`)
  const chosen = runs.find((run) => run.chosen)?.runId ?? ''
  return (
    <CartForm fetcher={fetcher} intent="run" className="grid gap-2 border-t border-line p-4" sendsOnChange>
      <input type="hidden" name="farmId" value={farm.farmId} />
      <SelectField key={chosen} label={`${farm.name}のお届け方法`} name="runId" defaultValue={chosen}>
        <option value="">宅配便</option>
        {runs.map(({ runId, name }) => (
          <option key={runId} value={runId}>
            共同便「{name}」
          </option>
        ))}
      </SelectField>
      <button type="submit" className="btn justify-self-start [@media(scripting:enabled)]:hidden" data-kind="line">
        お届け方法を保存
      </button>
      <p role="status" className="text-sub">
        {shared && shared.farms > 1 && `同じ便の${shared.farms}農園で送料を分担しています：${formatYen(shared.yen)}。`}
        {shared?.next &&
          `同じ便であと${shared.next.farms}農園：送料 ${formatYen(shared.yen)} → ${formatYen(shared.next.yen)}。`}
        {shared && shared.saves > 0 && `先のご注文の送料も${formatYen(shared.saves)}下がります。`}
      </p>
    </CartForm>
  )
}
