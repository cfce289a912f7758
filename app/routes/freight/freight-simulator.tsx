import { Form } from 'react-router'
import { temperatures } from '#kernel/enums.ts'
import { formatDayWithYear, formatYen } from '#kernel/format.ts'
import { prefectures } from '#kernel/place.ts'
import { yen } from '#kernel/yen.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { freightSizes } from '#modules/delivery/freight-rates.ts'
import { areaName } from '#modules/delivery/freight-table.ts'
import { wayFeeText, wayText } from '#modules/delivery/way-text.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Head } from '#ui/head.tsx'
import type { FreightPage } from './freight-page.server.ts'

/** What one parcel costs on a day, and the row by which. */
export function FreightSimulator({ it }: { it: FreightPage }) {
  const { typed } = it.simulation
  return (
    <section className="card grid grid-cols-1 gap-3 p-4" id="simulator">
      <Head as="h2" className="text-h4">
        送料の確認
      </Head>
      <Form className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2" preventScrollReset>
        <input type="hidden" name="carrier" value={it.carrier} />
        {it.owner === 'platform' && <PrefectureField label="発地" name="from" value={typed.from} />}
        <PrefectureField label="着地" name="to" value={typed.to} />
        <TextField
          label="郵便番号"
          name="postalCode"
          inputMode="numeric"
          defaultValue={typed.postalCode}
          help={it.owner === 'farm' ? '離島・自社配送の場合' : '離島の場合'}
        />
        <SelectField label="サイズ" name="size" defaultValue={String(typed.size)}>
          {freightSizes.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </SelectField>
        <SelectField label="温度" name="temperature" defaultValue={typed.temperature}>
          {temperatures.map((temperature) => (
            <option key={temperature} value={temperature}>
              {temperatureWord[temperature]}
            </option>
          ))}
        </SelectField>
        <DateField label="出荷日" name="on" defaultValue={typed.on} />
        <p>
          <Button kind="line">試算する</Button>
        </p>
      </Form>
      <Result it={it} />
      {it.simulation.ways.length > 0 && (
        <ul className="rounded-control bg-pine-tint p-4">
          {it.simulation.ways.map((way) => (
            <li key={way.id}>
              {wayText(way)}：{wayFeeText(way)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Result({ it: { simulation } }: { it: FreightPage }) {
  const { typed, result } = simulation
  if (result === undefined) return null
  if (result === null) return <p role="status">この日の送料表がないか、このサイズと温度では発送できません。</p>
  const { rates, freightYen, islandYen, coolYen } = result
  return (
    <div role="status" className="rounded-control bg-pine-tint p-4">
      <p>
        <b className="num">{formatYen(yen(freightYen + coolYen))}</b>（税抜）：運賃{' '}
        {formatYen(yen(freightYen - islandYen))}
        {islandYen > 0 && `＋離島 ${formatYen(islandYen)}`}
        {coolYen > 0 && `＋${temperatureWord[typed.temperature]} ${formatYen(coolYen)}`}
      </p>
      <p className="text-sub">
        {rates.own ? '自分の送料表' : '運営の送料表'}（{carrierName(rates.carrier)} 第{rates.number}版、
        {formatDayWithYear(rates.validFrom)}から）の
        {rates.lane.origin && `「${areaName(rates.lane.origin)}」から`}「{areaName(rates.lane.destination)}」への運賃
        {rates.island && `と、郵便番号${rates.island.destination}の離島の加算`}
      </p>
    </div>
  )
}

const PrefectureField = ({ label, name, value }: { label: string; name: string; value: string }) => (
  <SelectField label={label} name={name} defaultValue={value}>
    {prefectures.map((prefecture) => (
      <option key={prefecture.code} value={prefecture.code}>
        {prefecture.name}
      </option>
    ))}
  </SelectField>
)
