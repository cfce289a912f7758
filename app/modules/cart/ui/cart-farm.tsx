import { useFetcher } from 'react-router'
import { type OnShortage, type Slot, slots } from '#kernel/enums.ts'
import { formatDay, formatDeadline, formatYen } from '#kernel/format.ts'
import { deliveryDayText } from '#modules/delivery/delivery-day-text.ts'
import { DeliveryDayChips } from '#modules/delivery/ui/delivery-day-chips.tsx'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { SelectField, TextArea } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { Link } from '#ui/link.tsx'
import { CartonPanel, Crest } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { farmProblemText } from '../refusal-text.ts'
import type { ShownFarm } from '../shown-cart.ts'
import { type CartAnswer, CartForm } from './cart-form.tsx'
import { CartLine } from './cart-line.tsx'
import { FreeFreight } from './free-freight.tsx'

type Props = {
  farm: ShownFarm
  holidays: Readonly<Record<string, string>>
  now: Date
  slotWord: Record<Slot, string>
  onShortageWord: Record<OnShortage, string>
  /** The refusal of a form without script. */
  problem: CartAnswer['problem']
}

/** The products of one farm, as one carton: lines, day, slot, note, freight. */
export function CartFarm({ farm, holidays, now, slotWord, onShortageWord, problem }: Props) {
  const headingId = `farm-${farm.farmId}`
  return (
    <CartonPanel category={farm.lines[0]?.category} aria-labelledby={headingId} className="shadow-1">
      <div className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
        <Crest kanji={farm.crest} category={farm.lines[0]?.category} />
        <h2 id={headingId} className="text-h4 font-bold">
          {farm.name}
        </h2>
        <p className="ms-auto text-sub font-bold">{farm.place}</p>
      </div>
      <div className="bg-surface text-ink">
        {farm.problem && farm.problem !== 'below_min_order' && (
          <Notice tone="akane" className="m-3 mb-0">
            {farmProblemText[farm.problem]}
            {farm.problem === 'answer_first' && (
              <>
                {' '}
                <Link to={`/restaurant/orders/${farm.joins?.orderId}`} className="prose-link font-bold">
                  変更依頼に回答する
                </Link>
              </>
            )}
          </Notice>
        )}
        {farm.joins && !farm.joins.asked && (
          <Notice tone="tag" className="m-3 mb-0">
            {formatDay(farm.joins.deliveryOn)}の注文（{farm.joins.number}
            ）とまとめてお届けします。送料は差額のみかかります。
          </Notice>
        )}
        {farm.missingToMinimumYen > 0 && (
          <Notice tone="akane" className="m-3 mb-0">
            この農園の最低注文は{formatYen(farm.minOrderYen)}（税抜）です。あと
            {formatYen(farm.missingToMinimumYen)}で注文できます。
          </Notice>
        )}
        <ul>
          {farm.lines.map((line) => (
            <CartLine
              key={line.productId}
              line={line}
              onShortageWord={onShortageWord}
              problem={problem?.typed.productId === line.productId ? problem : undefined}
            />
          ))}
        </ul>
        <div className="grid gap-4 border-t border-line p-4">
          <FarmWish
            farm={farm}
            holidays={holidays}
            now={now}
            slotWord={slotWord}
            problem={problem?.typed.farmId === farm.farmId ? problem : undefined}
          />
          <Freight farm={farm} />
        </div>
      </div>
    </CartonPanel>
  )
}

type WishProps = Omit<Props, 'onShortageWord'>

/** Day, slot and note for the farm. Sent when chosen; the button is for browsers without script. */
function FarmWish({ farm, holidays, now, slotWord, problem }: WishProps) {
  const fetcher = useFetcher<CartAnswer>({ key: `wish-${farm.farmId}` })
  const refused = fetcher.data?.problem ?? problem
  const { refusedDay, day } = farm
  return (
    <CartForm fetcher={fetcher} intent="farm" className="grid min-w-0 gap-4" sendsOnChange>
      <input type="hidden" name="farmId" value={farm.farmId} />
      {refusedDay && (
        <p className="text-sub font-bold text-kaki-ink">
          {formatDay(refusedDay.day, holidays[refusedDay.day] ?? null)}にはお届けできません
          {refusedDay.reason !== 'not_offered' && `（${deliveryDayText[refusedDay.reason].short}）`}。
          {day && `代わりに${formatDay(day.deliveryOn, holidays[day.deliveryOn] ?? null)}にお届けします。`}
        </p>
      )}
      <DeliveryDayChips
        key={`${farm.farmId}-${day?.deliveryOn}`}
        legend={
          <>
            お届け日
            {day && (
              <span className="ms-2 text-sub font-normal text-ink-2">締切 {formatDeadline(day.cutoffAt, now)}</span>
            )}
          </>
        }
        name="day"
        days={farm.days}
        holidays={holidays}
        chosen={day?.deliveryOn ?? null}
      />
      {refused?.fields.day && <FieldError>{refused.fields.day}</FieldError>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 md:grid-cols-[12rem_minmax(0,1fr)]">
        <SelectField label="時間帯" name="slot" defaultValue={farm.slot} error={refused?.fields.slot}>
          {slots.map((slot) => (
            <option key={slot} value={slot}>
              {slotWord[slot]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="農園への備考"
          need="optional"
          name="note"
          rows={1}
          maxLength={400}
          defaultValue={refused?.typed.note ?? farm.note}
          error={refused?.fields.note}
        />
      </div>
      <button type="submit" className="btn justify-self-start [@media(scripting:enabled)]:hidden" data-kind="line">
        お届けの希望を保存
      </button>
      <span role="status" className="visually-hidden">
        {fetcher.state === 'idle' && fetcher.data !== undefined && !refused && 'お届けの希望を保存しました'}
      </span>
    </CartForm>
  )
}

/** The subtotal, and the freight box by box: what a parcel costs depends on its size and temperature. */
function Freight({ farm }: { farm: ShownFarm }) {
  const free = farm.freightWaived
  return (
    <div className="grid gap-2">
      <FreeFreight farm={farm} />
      <dl className="grid gap-0.5 text-sub">
        {farm.parcels.map((parcel, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: boxes have nothing but their place in the row
          <div key={index} className="flex justify-between gap-3 text-ink-2">
            <dt>
              送料 {temperatureWord[parcel.temperature]}・{parcel.size}サイズ
            </dt>
            <dd className={`num-col ${free ? 'line-through' : ''}`}>{formatYen(parcel.freightYen + parcel.coolYen)}</dd>
          </div>
        ))}
        {free && (
          <div className="flex justify-between gap-3 font-bold text-matcha">
            <dt>送料無料</dt>
            <dd className="num-col">{formatYen(0)}</dd>
          </div>
        )}
        <div className="flex items-baseline justify-between gap-3 pt-1 font-bold">
          <dt>この農園の商品（税抜）</dt>
          <dd className="num text-h4">{formatYen(farm.goodsYen)}</dd>
        </div>
      </dl>
    </div>
  )
}
