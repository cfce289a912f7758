import { Form, useNavigation } from 'react-router'
import { temperatures } from '#kernel/enums.ts'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import { weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-labels.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { cutoffs, cutoffWord } from '#modules/products/shipping-fields.ts'
import { HitOrders } from '#modules/products/ui/hit-orders.tsx'
import type { HitOrder } from '#modules/products/vacation/vacations.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import type { Problem } from '#web/form.ts'
import type { Own } from './profile-screen.tsx'

type ShippingProps = {
  it: Own
  problem: Problem | undefined
  simulated: Own['simulated']
  isTrial: boolean
  hit: readonly HitOrder[]
}

/** Temperatures that arrive together share one line. */
function togetherOf(days: Own['simulated'][number]['days']) {
  const lines = Map.groupBy(temperatures, (it) => `${days[it]?.deliveryOn} ${days[it]?.shipOn}`)
  return [...lines.values()].map((of) => ({
    words: of.map((it) => temperatureWord[it]).join('・'),
    day: of[0] ? days[of[0]] : null,
  }))
}

const packingHours = Array.from({ length: 16 }, (_, index) => String(index + 5))

export function Shipping({ it, problem, simulated, isTrial, hit }: ShippingProps) {
  const typed = problem?.typed ?? it.shipping
  const error = (name: string) => problem?.fields[name]
  const busy = useNavigation().formMethod === 'POST'
  return (
    <section id="shipping" aria-labelledby="shipping-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
      <h2 id="shipping-title" className="text-h3 font-bold">
        出荷条件
      </h2>
      <Form method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-5" key={it.version}>
        <input type="hidden" name="version" value={it.version} />
        <input type="hidden" name="cutoffHoursBeforePacking" value={typed.cutoffHoursBeforePacking ?? ''} />
        <CheckboxGroup
          id="ship-weekdays"
          name="shipWeekdays"
          legend="出荷曜日"
          need="required"
          look="cards"
          className="[--choice-least:4.25rem]"
          defaultValues={(typed.shipWeekdays ?? '').split(',')}
          error={error('shipWeekdays')}
          choices={weekdayOrder.map((day) => ({ value: String(day), label: weekdayWords[day] }))}
        />
        <label className="choice">
          <input type="checkbox" name="shipsOnHolidays" defaultChecked={typed.shipsOnHolidays === 'on'} />
          <span className="choice-words">祝日も出荷する</span>
        </label>
        <SelectField
          id="ship-packing"
          name="packingHour"
          label="箱詰めの開始時刻"
          need="required"
          defaultValue={typed.packingHour}
          error={error('packingHour')}
        >
          {packingHours.map((hour) => (
            <option key={hour} value={hour}>
              {hour}:00
            </option>
          ))}
        </SelectField>
        <SelectField
          id="ship-cutoff"
          name="cutoff"
          label="注文の締切"
          need="required"
          help="出荷日を基準にした日時"
          defaultValue={typed.cutoff}
          error={error('cutoffHoursBeforePacking')}
        >
          {typed.cutoffHoursBeforePacking && (
            <option value="">これまでの設定（箱詰めの{typed.cutoffHoursBeforePacking}時間前）</option>
          )}
          {cutoffs.map((cutoff) => (
            <option key={cutoff} value={cutoff}>
              {cutoffWord(cutoff)}
            </option>
          ))}
        </SelectField>
        <NumberField
          id="ship-answer"
          name="answerHoursAfterCutoff"
          label="回答までの時間"
          need="required"
          min={0}
          max={72}
          suffix="時間"
          help="締切から、受注確定または辞退を回答するまでの時間"
          defaultValue={typed.answerHoursAfterCutoff}
          error={error('answerHoursAfterCutoff')}
        />
        <NumberField
          id="ship-free"
          name="freeFreightFromYen"
          label="送料が無料になる金額"
          need="optional"
          min={1}
          suffix="円"
          help="空欄の場合、送料は常に飲食店が負担します"
          defaultValue={typed.freeFreightFromYen}
          error={error('freeFreightFromYen')}
        />
        <NumberField
          id="ship-least"
          name="minOrderYen"
          label="1回の最低注文金額"
          need="optional"
          min={0}
          suffix="円"
          defaultValue={typed.minOrderYen}
          error={error('minOrderYen')}
        />
        <NumberField
          id="ship-late-cancel"
          name="lateCancelPercent"
          label="締切後の取消料"
          need="optional"
          min={0}
          max={50}
          suffix="％"
          help="締切から箱詰めまでにキャンセル依頼を承諾したときの、商品代に対する割合。50％まで。空欄の場合は0％です。飲食店には注文時に表示されます"
          defaultValue={typed.lateCancelPercent}
          error={error('lateCancelPercent')}
        />
        <label className="choice">
          <input type="checkbox" name="autoAccept" defaultChecked={typed.autoAccept === 'on'} />
          <span className="choice-words">
            在庫のある注文は、自動で受注する<small>後から辞退することもできます</small>
          </span>
        </label>
        <section aria-label="今注文した場合" className="rounded-control bg-pine-tint p-4">
          <p className="font-bold">{isTrial ? 'この条件で、' : ''}今注文された場合の納品日</p>
          <ul className="grid gap-2 pt-2">
            {simulated.map(({ place, days }) => (
              <li key={place}>
                <b>{place}</b>
                <ul>
                  {togetherOf(days).map(({ words, day }) => (
                    <li key={words}>
                      {words}：
                      {day ? (
                        <>
                          <b>{formatDay(day.deliveryOn)}</b>（{formatDay(day.shipOn)}出荷、締切{' '}
                          {formatDeadline(day.cutoffAt, it.now)}）
                        </>
                      ) : (
                        '3週間以内にお届けできる日がありません'
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
        <HitOrders hit={hit} />
        {it.mayChange && (
          <p className="flex flex-wrap gap-3">
            <Button size="lg" name="intent" value="shipping" busy={busy}>
              保存する
            </Button>
            <Button size="lg" kind="line" name="intent" value="try">
              この条件で試算する
            </Button>
          </p>
        )}
      </Form>
    </section>
  )
}
