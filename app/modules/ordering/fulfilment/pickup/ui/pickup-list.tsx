import { Form } from 'react-router'
import { formatMinute, formatMoment } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { useSending } from '#modules/ordering/fulfilment/labels/ui/use-sending.ts'
import type { TaskProblem } from '#modules/ordering/ui/task-form.tsx'
import { temperatureWord } from '#modules/products/catalog/catalog-labels.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { PickupOfCarrier, PickupParcels } from '../book-pickup.server.ts'
import type { PickupSettings } from '../pickup-settings.server.ts'

type Props = {
  day: JstDate
  now: Date
  pickups: readonly PickupOfCarrier[]
  settings: readonly PickupSettings[]
  mayChange: boolean
  formKey: string
  problem: TaskProblem | undefined
}

/** Who comes for the parcels of the day: asked for by a press, changed, cancelled, or too late and what then. */
export default function PickupList({ day, now, pickups, settings, mayChange, formKey, problem }: Props) {
  return (
    <section aria-labelledby="pickups" className="card grid grid-cols-1 gap-4 p-4">
      <h2 id="pickups" className="text-h4 font-bold">
        集荷
      </h2>
      {pickups.length === 0 && <p>この日に集荷する荷物はありません。</p>}
      <ul className="grid grid-cols-1 gap-4">
        {pickups.map((pickup) => (
          <li key={pickup.carrier} className="grid grid-cols-1 gap-2">
            <h3 className="font-bold">{carrierName(pickup.carrier)}</h3>
            <p>{partsOf(pickup.parcels) || '出荷前の荷物はありません'}</p>
            <PickupState pickup={pickup} now={now} />
            {mayChange && !pickup.settings.regular && (
              <PickupForms day={day} pickup={pickup} late={now > pickup.until} formKey={formKey} />
            )}
          </li>
        ))}
      </ul>
      {mayChange && <PickupSettingsForms settings={settings} formKey={formKey} problem={problem} />}
    </section>
  )
}

const partsOf = (parcels: readonly PickupParcels[]): string =>
  parcels
    .map(({ sizeClass, temperature, count }) => `${temperatureWord[temperature]}・${sizeClass}サイズ ${count}個口`)
    .join('、')

function PickupState({ pickup: { settings, until, booked }, now }: { pickup: PickupOfCarrier; now: Date }) {
  const { depotPhone, depotEmail, regular } = settings
  if (regular) return <p className="text-sub">定期集荷です。依頼は不要です。</p>
  const late = now > until
  const phone = depotPhone && `（${depotPhone}）`
  return (
    <>
      {booked && (
        <p className="text-sub">
          {formatMoment(booked.at)}に依頼しました
          {booked.mailed ? '（営業所にメールを送信）' : '（電話で伝えてください）'}。
        </p>
      )}
      {booked && !booked.same && (
        <Notice tone="tag">依頼後に荷物が変わりました。依頼の内容：{partsOf(booked.parcels)}</Notice>
      )}
      {late && !booked?.same && (
        <Notice tone="tag">
          集荷の受付は{formatMoment(until)}に締め切りました。営業所{phone}
          に電話で相談するか、営業所に持ち込んでください。
        </Notice>
      )}
      {!late && !booked && (
        <p className="text-sub text-ink-2">
          受付は{formatMoment(until)}まで
          {depotEmail
            ? '。営業所にメールで依頼します。'
            : `。営業所のメールアドレスが未登録のため、電話${phone}で依頼し、記録します。`}
        </p>
      )}
    </>
  )
}

type FormsProps = { day: JstDate; pickup: PickupOfCarrier; late: boolean; formKey: string }

function PickupForms({ day, pickup: { carrier, parcels, booked }, late, formKey }: FormsProps) {
  const asking = useSending('pickup')
  const cancelling = useSending('cancelPickup')
  const fields = (intent: string) => (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="day" value={day} />
      <input type="hidden" name="carrier" value={carrier} />
      <input type="hidden" name="key" value={formKey} />
    </>
  )
  return (
    <div className="flex flex-wrap gap-3">
      {!late && parcels.length > 0 && !booked?.same && (
        <Form method="post">
          {fields('pickup')}
          <Button kind="pine" size="lg" busy={asking}>
            {booked ? '変更を送る' : '集荷を依頼する'}
          </Button>
        </Form>
      )}
      {!late && booked && (
        <Form method="post">
          {fields('cancelPickup')}
          <Button kind="line" size="lg" busy={cancelling}>
            集荷を取り消す
          </Button>
        </Form>
      )}
      <a
        href={`/farmer/pickups.csv?day=${day}&carrier=${encodeURIComponent(carrier)}`}
        className="btn"
        data-kind="line"
        data-size="lg"
        download
      >
        集荷の一覧を書き出す
      </a>
    </div>
  )
}

type SettingsProps = Pick<Props, 'settings' | 'formKey' | 'problem'>

/** What the depots have told the farm, a form for each. */
function PickupSettingsForms({ settings, formKey, problem }: SettingsProps) {
  const busy = useSending('pickupSettings')
  const ours = problem?.typed.intent === 'pickupSettings' ? problem : undefined
  return (
    <details className="no-print" open={ours !== undefined}>
      <summary className="min-h-11 content-center font-bold">集荷の設定</summary>
      <div className="grid gap-6 lg:grid-cols-3">
        {settings.map(({ carrier, cutoffMinute, depotEmail, depotPhone, regular, version }) => {
          const typed = ours?.typed.carrier === carrier ? ours : undefined
          const field = (name: string, stored: string) => ({
            name,
            defaultValue: typed?.typed[name] ?? stored,
            error: typed?.fields[name],
          })
          return (
            <Form key={`${carrier}-${version}`} method="post" className="grid content-start gap-4" noValidate>
              <h3 className="font-bold">{carrierName(carrier)}</h3>
              <input type="hidden" name="intent" value="pickupSettings" />
              <input type="hidden" name="carrier" value={carrier} />
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="key" value={formKey} />
              <TextField
                label="当日の受付時刻"
                help="例 17:00。日曜・祝日・12月は、前日のこの時刻まで"
                autoComplete="off"
                {...field('cutoff', formatMinute(cutoffMinute))}
              />
              <TextField
                label="営業所のメールアドレス"
                inputMode="email"
                autoComplete="off"
                {...field('depotEmail', depotEmail)}
              />
              <TextField
                label="営業所の電話番号"
                inputMode="tel"
                autoComplete="off"
                {...field('depotPhone', depotPhone)}
              />
              <label className="flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  name="regular"
                  value="true"
                  defaultChecked={typed ? typed.typed.regular === 'true' : regular}
                />
                定期集荷（依頼は不要）
              </label>
              <Button kind="line" size="lg" busy={busy}>
                設定を保存する
              </Button>
            </Form>
          )
        })}
      </div>
    </details>
  )
}
