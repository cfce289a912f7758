import type { ComponentProps } from 'react'
import { Form } from 'react-router'
import { temperatures } from '#kernel/enums.ts'
import { prefCodes, prefectureOf } from '#kernel/place.ts'
import { distanceText } from '#modules/delivery/distance-fees.ts'
import type { FarmWay } from '#modules/delivery/farm-ways.server.ts'
import { parcelWord, wayFeeText, wayText, wayWord } from '#modules/delivery/way-text.ts'
import { type WayKind, wayKinds } from '#modules/delivery/ways.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { weekdayOrder, weekdayWords } from '#modules/organisations/sign-up/profile-labels.ts'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { CheckboxGroup } from '#ui/fields/checkbox-group.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import { DistanceFields } from './distance-fields.tsx'

type Loaded = {
  ways: readonly FarmWay[]
  kind: WayKind | null
  /** The new way is a van whose fee depends on the distance. */
  byDistance: boolean
  mayChange: boolean
  formKey: string
}
type Props = { it: Loaded; problem: Problem | undefined; facts: ComponentProps<typeof FieldHeader>['facts'] }

/** How the farm's goods come: parcels always, and what it offers besides; one form for each kind. */
export function WaysScreen({ it: { ways, kind, byDistance, mayChange, formKey }, problem, facts }: Props) {
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">お届け方法</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 items-start gap-6 p-4 pb-24 lg:px-8">
        {problem && <RefusalNotice problem={problem} />}
        <ul className="grid gap-4">
          <li className="card p-4">
            <b>{parcelWord}</b>
            <p className="text-ink-2">送料は「送料」の表で決まります。</p>
          </li>
          {ways.map((way) => (
            <li key={way.id} className="card grid gap-2 p-4">
              <b>{wayText(way)}</b>
              <p>
                {wayFeeText(way)}・{way.weekdays.map((day) => weekdayWords[day]).join('')}
                {way.leadDays > 0 && `・出発の${way.leadDays}日後`}
                {way.cutoffHours !== null && `・締切は箱詰めの${way.cutoffHours}時間前`}
              </p>
              {way.prefectures.length > 0 && (
                <p className="text-ink-2">
                  {way.prefectures.map(nameOf).join('、')}
                  {way.postalCodes.length > 0 && `（〒${way.postalCodes.join('、')}）`}
                </p>
              )}
              {way.distanceFees && (
                <p className="text-ink-2">{way.distanceFees.distances.map(distanceText).join('、')}</p>
              )}
              {mayChange && (
                <Form method="post" preventScrollReset className="grid gap-2">
                  <input type="hidden" name="wayId" value={way.id} />
                  <input type="hidden" name="key" value={formKey} />
                  <p className="text-sub text-ink-2">
                    終了すると、新しい注文では選択できません。
                    {way.openOrders > 0 && `${way.openOrders}件の注文は、この方法のままお届けします。`}
                  </p>
                  <p>
                    <Button kind="line" name="intent" value="end">
                      終了する<span className="visually-hidden">：{wayText(way)}</span>
                    </Button>
                  </p>
                </Form>
              )}
            </li>
          ))}
        </ul>
        {mayChange && (
          <p className="flex flex-wrap gap-3">
            {wayKinds.map((each) => (
              <ButtonLink key={each} kind="line" to={`/farmer/ways?kind=${each}`} preventScrollReset>
                {wayWord[each]}を追加する
              </ButtonLink>
            ))}
            <ButtonLink kind="line" to="/farmer/ways?kind=own_van&fee=distance" preventScrollReset>
              {byDistanceWord}を追加する
            </ButtonLink>
          </p>
        )}
        {mayChange && kind && <NewWay key={`${kind}${byDistance}`} {...{ kind, byDistance, formKey, problem }} />}
      </div>
    </>
  )
}

const byDistanceWord = `${wayWord.own_van}（距離別の送料）`

const nameOf = (code: string) => {
  const known = prefCodes.find((it) => it === code)
  return known ? prefectureOf(known).name : code
}

type NewProps = Pick<Loaded, 'byDistance' | 'formKey'> & { kind: WayKind; problem: Problem | undefined }

function NewWay({ kind, byDistance, formKey, problem }: NewProps) {
  const of = (name: string, first?: string) => ({
    name,
    error: problem?.fields[name],
    defaultValue: problem ? problem.typed[name] : first,
  })
  /** What was ticked before a refusal. */
  const ticked = (name: string, first: readonly string[]) => problem?.typed[name]?.split(',') ?? (problem ? [] : first)
  const isPickup = kind === 'pickup'
  const word = byDistance ? byDistanceWord : wayWord[kind]
  return (
    <Form method="post" className="carton grid max-w-4xl grid-cols-1 gap-4 p-4" noValidate>
      <h2 className="text-h3 font-bold">{word}を追加する</h2>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="key" value={formKey} />
      <TextField label="名称" help="例 東京便" maxLength={40} {...of('name')} />
      {isPickup && <TextField label="引き取り場所" maxLength={100} {...of('place')} />}
      {byDistance ? (
        <DistanceFields problem={problem} />
      ) : (
        <TextField
          label={kind === 'market' ? '送料（1個口・税抜）' : '送料（1注文・税抜）'}
          inputMode="numeric"
          suffix="円"
          help={isPickup ? '引き取り場所までの送料。不要の場合は0' : undefined}
          {...of('feeYen', isPickup ? '0' : undefined)}
        />
      )}
      <TextField
        label="送料無料になる金額（税抜）"
        need="optional"
        inputMode="numeric"
        suffix="円"
        {...of('freeFromYen')}
      />
      <TextField
        label={isPickup ? '出発から引き渡しまでの日数' : '出発からお届けまでの日数'}
        inputMode="numeric"
        suffix="日"
        help="当日は0"
        {...of('leadDays', isPickup ? '0' : undefined)}
      />
      <CheckboxGroup
        legend="曜日"
        look="cards"
        className="[--choice-least:4.5rem]"
        name="weekdays"
        error={problem?.fields.weekdays}
        defaultValues={ticked('weekdays', [])}
        choices={weekdayOrder.map((day) => ({ value: String(day), label: weekdayWords[day] }))}
      />
      <CheckboxGroup
        legend="温度帯"
        look="cards"
        className="[--choice-least:6rem]"
        name="temperatures"
        error={problem?.fields.temperatures}
        defaultValues={ticked('temperatures', temperatures)}
        choices={temperatures.map((it) => ({ value: it, label: temperatureWord[it] }))}
      />
      <TextField label="時間" need="optional" help="例 10:00〜12:00" maxLength={40} {...of('hours')} />
      <TextField
        label="締切（箱詰めの何時間前）"
        need="optional"
        inputMode="numeric"
        suffix="時間"
        help="空欄は通常の締切"
        {...of('cutoffHours')}
      />
      {!isPickup && (
        <>
          <CheckboxGroup
            legend="お届け先の都道府県"
            className="sm:[&_.choices]:grid-cols-[repeat(auto-fill,minmax(8rem,1fr))]"
            name="prefectures"
            error={problem?.fields.prefectures}
            defaultValues={ticked('prefectures', [])}
            choices={prefCodes.map((code) => ({ value: code, label: nameOf(code) }))}
          />
          <TextField
            label="郵便番号の先頭"
            need="optional"
            help="例 150 151。空欄は都道府県の全域"
            {...of('postalCodes')}
          />
        </>
      )}
      <p>
        <Button name="intent" value="open">
          {word}を追加する
        </Button>
      </p>
    </Form>
  )
}
