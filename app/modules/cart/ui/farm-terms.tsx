import { useEffect, useRef, useState } from 'react'
import { type OnShortage, type Slot, shortageInstructions, slots } from '#kernel/enums.ts'
import { formatDeadline, formatShortDay, formatYen } from '#kernel/format.ts'
import { DeliveryDayChips } from '#modules/delivery/ui/delivery-day-chips.tsx'
import { parcelWord, wayFeeText, wayText } from '#modules/delivery/way-text.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { Link } from '#ui/link.tsx'
import { groupedParcels } from '../grouped-parcels.ts'
import { freightText, type ShownFarm } from '../shown-cart.ts'
import { type CartAnswer, CartForm, useCartFetcher } from './cart-form.tsx'

export type CartWords = {
  slot: Record<Slot, string>
  shortage: Record<OnShortage, string>
}

type Props = {
  farm: ShownFarm
  holidays: Readonly<Record<string, string>>
  now: Date
  words: CartWords
  /** The refusal of a form without script. */
  problem: CartAnswer['problem']
}

/** Day, slot, note, shortage and freight of one farm in one line; what is in them unfolds, by itself if it is wrong. */
export function FarmTerms({ farm, holidays, now, words, problem }: Props) {
  const isWrong =
    problem !== undefined ||
    farm.problem === 'no_day' ||
    farm.problem === 'day_impossible' ||
    farm.problem === 'way_gone' ||
    farm.problem === 'answer_first'
  const fold = useRef<HTMLDetailsElement>(null)
  // once corrected it stays open: the user is still in it
  const [opensAtFirst] = useState(isWrong)
  useEffect(() => {
    if (isWrong && fold.current) fold.current.open = true
  }, [isWrong])
  return (
    <Disclosure
      ref={fold}
      open={opensAtFirst || undefined}
      className="border-b-0 px-3"
      summary={<SummedUp farm={farm} now={now} words={words} />}
    >
      <div className="grid gap-4 pt-1">
        <FarmWish farm={farm} holidays={holidays} words={words} problem={problem} />
        <section className="grid gap-1" aria-label={`${farm.name}の不足時の指示`}>
          <h3 className="font-bold">不足時の指示</h3>
          {farm.lines.map((line) => (
            <ShortageForm key={line.productId} line={line} words={words.shortage} />
          ))}
        </section>
        <Parcels farm={farm} />
      </div>
    </Disclosure>
  )
}

/** 27日(金) 午前 締切 明日12:00 不足時：出荷可能な数量のみ受け取る・送料 ¥1,900 */
function SummedUp({ farm, now, words }: Pick<Props, 'farm' | 'now' | 'words'>) {
  const { day, lines, note } = farm
  const [first] = lines
  const alike = first && lines.every(({ onShortage }) => onShortage === first.onShortage)
  const shortage = alike ? words.shortage[first.onShortage] : '商品ごとに設定'
  return (
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-3">
      <span className="min-w-0 grow basis-56 leading-snug">
        <span className="visually-hidden">{farm.name}のお届け：</span>
        {day ? `${formatShortDay(day.deliveryOn)} ${words.slot[farm.slot]}` : 'お届け日未定'}
        {day && (
          <span className="ms-3 inline-block text-sub font-normal text-ink-2">
            締切 {formatDeadline(day.cutoffAt, now)}
          </span>
        )}
        <span className="block text-sub font-normal">
          不足時：{shortage}・<span className="whitespace-nowrap">{freightText(farm)}</span>
          {farm.way && `・${wayText(farm.way)}`}
          {note && '・備考あり'}
        </span>
      </span>
      <span className="text-sub text-pine underline underline-offset-4">変更</span>
    </span>
  )
}

/** Day, slot and note for the farm. Sent when chosen; the button is for browsers without script. */
function FarmWish({ farm, holidays, words, problem }: Omit<Props, 'now'>) {
  const fetcher = useCartFetcher(`wish-${farm.farmId}`)
  const refused = fetcher.data?.problem ?? problem
  const { day } = farm
  return (
    <CartForm fetcher={fetcher} intent="farm" className="grid min-w-0 gap-4" sendsOnChange>
      <input type="hidden" name="farmId" value={farm.farmId} />
      <DeliveryDayChips
        key={`${farm.farmId}-${day?.deliveryOn}`}
        legend="お届け日"
        name="day"
        days={farm.days}
        holidays={holidays}
        chosen={day?.deliveryOn ?? null}
      />
      {refused?.fields.day && <FieldError>{refused.fields.day}</FieldError>}
      {(farm.ways.length > 0 || farm.chosenWay !== null) && (
        <SelectField label="お届け方法" name="wayId" defaultValue={farm.way?.id ?? ''} error={refused?.fields.wayId}>
          <option value="">{parcelWord}</option>
          {farm.ways.map((way) => (
            <option key={way.id} value={way.id}>
              {wayText(way)}・{wayFeeText(way)}
            </option>
          ))}
        </SelectField>
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-3 md:grid-cols-[12rem_minmax(0,1fr)]">
        <SelectField label="時間帯" name="slot" defaultValue={farm.slot} error={refused?.fields.slot}>
          {slots.map((slot) => (
            <option key={slot} value={slot}>
              {words.slot[slot]}
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
        {fetcher.isIdle && fetcher.data !== undefined && !refused && 'お届けの希望を保存しました'}
      </span>
    </CartForm>
  )
}

type LineProps = { line: ShownFarm['lines'][number]; words: Record<OnShortage, string> }

function ShortageForm({ line, words }: LineProps) {
  const fetcher = useCartFetcher(`shortage-${line.productId}`)
  const onItsWay = shortageInstructions.find((known) => known === fetcher.formData?.get('onShortage'))
  const id = `shortage-${line.productId}`
  // substitutes have to be named first, on a separate page
  const offered = shortageInstructions.filter((kind) => kind !== 'substitute' || line.onShortage === kind)
  return (
    <CartForm fetcher={fetcher} intent="instruction" className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <input type="hidden" name="productId" value={line.productId} />
      <label htmlFor={id} className="min-w-0 grow text-sub">
        {line.name}
        <span className="visually-hidden">の不足時の指示</span>
      </label>
      <select
        id={id}
        name="onShortage"
        value={onItsWay ?? line.onShortage}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
        className="min-h-11 max-w-full min-w-0 rounded-control border-[1.5px] border-line-strong bg-surface px-2 text-sub"
      >
        {offered.map((instruction) => (
          <option key={instruction} value={instruction}>
            {words[instruction]}
          </option>
        ))}
      </select>
      <button type="submit" className="btn [@media(scripting:enabled)]:hidden" data-kind="line">
        設定
      </button>
      <Link
        to={`/restaurant/instructions?product=${line.productId}`}
        className="prose-link inline-flex min-h-11 items-center text-sub"
      >
        詳細を設定<span className="visually-hidden">：{line.name}</span>
      </Link>
    </CartForm>
  )
}

/** The freight by size and temperature of the parcels, those that cost the same together: 「冷蔵・120サイズ×3」. */
function Parcels({ farm: { parcels, freightWaived } }: Pick<Props, 'farm'>) {
  return (
    <dl className="grid gap-0.5 text-sub">
      {groupedParcels(parcels).map(({ size, temperature, count, eachYen }) => (
        <div key={`${temperature} ${size} ${eachYen}`} className="flex justify-between gap-3 text-ink-2">
          <dt>
            送料 {temperatureWord[temperature]}・{size}サイズ
            {count > 1 && `×${count}（1個口 ${formatYen(eachYen)}）`}
          </dt>
          <dd className={`num-col ${freightWaived ? 'line-through' : ''}`}>{formatYen(count * eachYen)}</dd>
        </div>
      ))}
      {freightWaived && (
        <div className="flex justify-between gap-3 font-bold text-matcha">
          <dt>送料無料</dt>
          <dd className="num-col">{formatYen(0)}</dd>
        </div>
      )}
    </dl>
  )
}
