import { CalendarCheck, ClipboardCheck, Clock, type LucideIcon, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatDay, formatDeadline, formatYen } from '#kernel/format.ts'
import { jstDateOf } from '#kernel/jst.ts'
import type { ShownCart, ShownFarm } from '#modules/cart/shown-cart.ts'
import { wishableDays } from '#modules/delivery/delivery-days.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { DeliveryDayChips } from '#modules/delivery/ui/delivery-day-chips.tsx'
import { ruleOf } from '#modules/ordering/process/transitions.ts'
import { ClosingCarton } from '#modules/ordering/ui/closing-carton.tsx'
import { FeeRule } from '#modules/ordering/ui/fee-rule.tsx'
import { PurchaseSlip } from '#modules/ordering/ui/purchase-slip.tsx'
import { QuoteChanges } from '#modules/ordering/ui/quote-changes.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { CartonPanel, Crest, stampDay } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { PageBar } from '../layout/page-bar.tsx'
import { useShop } from '../layout/shell.ts'
import type { Route } from './+types/dry-run.ts'
import './dry-run.css'

type Loaded = Pick<Route.ComponentProps, 'loaderData'>

/** The whole process of an order with invented products: select, check, order, and what would have happened. */
export default function DryRunScreen({
  loaderData,
  actionData,
}: Pick<Route.ComponentProps, 'loaderData' | 'actionData'>) {
  const answer = actionData && 'done' in actionData ? actionData : null
  const title = answer?.done ? '練習注文が完了しました' : loaderData.checks ? '注文内容の確認（練習）' : '練習注文'
  return (
    <>
      <PageBar
        back={loaderData.checks || answer?.done ? loaderData.back : '/restaurant'}
        backLabel={loaderData.checks ? '選択画面へ戻る' : 'ホームへ戻る'}
        narrow
      >
        <h1 className="text-h4 font-bold lg:text-h2">{title}</h1>
      </PageBar>
      <div className="practice-ribbon">
        <p>練習：実際には注文されません</p>
      </div>
      <div className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-44">
        {answer?.refusal && (
          <Notice tone="akane">
            <p className="font-bold">{answer.refusal.sentence}</p>
            {answer.refusal.changes.length > 0 && <QuoteChanges changes={answer.refusal.changes} />}
          </Notice>
        )}
        {answer?.done ? (
          <Done {...answer.done} now={loaderData.now} />
        ) : loaderData.checks ? (
          <Check loaderData={loaderData} />
        ) : (
          <Choose loaderData={loaderData} />
        )}
      </div>
    </>
  )
}

/** Within reach of a thumb, like the real one. */
const ThumbBar = ({ children }: { children: ReactNode }) => (
  <div className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface px-3.5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
    <div className="mx-auto grid max-w-[38.25rem] gap-2.5">{children}</div>
  </div>
)

function Choose({ loaderData: { farms, wish, cart } }: Loaded) {
  const { holidays } = useShop()
  return (
    <Form className="grid grid-cols-1 gap-4" method="get">
      <input type="hidden" name="step" value="check" />
      <p>
        本番と同じ計算で、注文の最初から最後までお試しいただけます。農園・商品・価格は練習用です。数量を変更して、送料や税の変化をご確認ください。
      </p>
      {farms.map((farm) => (
        <section key={farm.farmId} aria-labelledby={`farm-${farm.farmId}`} className="card grid grid-cols-1 gap-3 p-4">
          <div className="flex flex-wrap items-center gap-x-2">
            <Crest kanji={farm.crest} category={farm.lines[0]?.category} />
            <h2 id={`farm-${farm.farmId}`} className="font-bold">
              {farm.name}
            </h2>
            <p className="w-full text-sub text-ink-2">{farm.about}</p>
          </div>
          {farm.lines.map((line) => (
            <div key={line.key} className="flex flex-wrap items-end gap-x-4 gap-y-2">
              <span className="w-14 shrink-0 overflow-hidden rounded-control">
                <ProductPicture name={line.picture} alt="" sizes="3.5rem" className="aspect-square!" />
              </span>
              <p className="min-w-0 flex-1 basis-32 leading-snug">
                <span className="block font-bold">{line.name}</span>
                <span className="text-sub text-ink-2">
                  {line.packLabel}・{formatYen(line.listYen)}
                  {line.catchWeight ? '／kg' : `／${line.unitLabel}`}（税抜）
                </span>
              </p>
              <NumberField
                label={
                  <>
                    数<span className="visually-hidden">：{line.name}</span>
                  </>
                }
                name={line.key}
                min={0}
                max={line.maxQty}
                chars={3}
                suffix={line.unitLabel}
                defaultValue={wish.amounts[line.key] ?? 0}
              />
            </div>
          ))}
        </section>
      ))}
      <section aria-label="お届け日" className="card min-w-0 p-4">
        <DeliveryDayChips
          legend="全商品のお届け希望日"
          name="day"
          days={wishableDays(cart.farms.map(({ days }) => days))}
          holidays={holidays}
          chosen={cart.wishedOn}
        />
      </section>
      <ThumbBar>
        <Button size="lg" className="w-full">
          注文の確認へ進む
        </Button>
      </ThumbBar>
    </Form>
  )
}

function Check({ loaderData: { cart, seen, overLimit, back, now } }: Loaded) {
  const { shop, kitchenId, holidays } = useShop()
  const navigation = useNavigation()
  const kitchen = shop.kitchens.find(({ id }) => id === kitchenId)
  return (
    <>
      <PurchaseSlip
        cart={cart}
        kitchen={{ name: kitchen?.name ?? cart.kitchenName, place: kitchen?.place ?? '' }}
        holidays={holidays}
        short={[]}
        changeTo={back}
      />
      <section aria-labelledby="rules" className="card grid gap-2 p-4">
        <h2 id="rules" className="font-bold">
          変更とキャンセル
        </h2>
        <ul className="grid gap-1 text-sub">
          {cart.farms.map(({ farmId, name, day, lateCancelPercent }) =>
            day ? (
              <li key={farmId}>
                {name}：<FeeRule cutoffAt={day.cutoffAt} percent={lateCancelPercent} now={now} />
              </li>
            ) : null,
          )}
        </ul>
      </section>
      <ThumbBar>
        {cart.orderable ? (
          <Form method="post" action={`${back}&step=check`}>
            <input type="hidden" name="seen" value={JSON.stringify(seen)} />
            <p className="pb-2 text-center text-sub font-bold text-ink-2">
              {overLimit === null
                ? `本番のボタンは「${ruleOf('place').button}」です`
                : `上限の${formatYen(overLimit)}を超えています。本番では店長に承認を依頼します`}
            </p>
            <Button kind="pine" size="lg" className="w-full" busy={navigation.formMethod === 'POST'}>
              練習注文を確定する
            </Button>
          </Form>
        ) : (
          <>
            <p className="text-center text-sub font-bold text-akane">
              修正が必要な項目があるため、まだ注文できません。
            </p>
            <ButtonLink to={back} size="lg" className="w-full">
              数量を修正
            </ButtonLink>
          </>
        )}
      </ThumbBar>
    </>
  )
}

type DoneProps = { cart: ShownCart; pending: boolean; now: Date }

function Done({ cart, pending, now }: DoneProps) {
  return (
    <>
      <CartonPanel aria-labelledby="would" className="shadow-2">
        <div className="flex flex-wrap items-center gap-x-5 gap-y-3 p-5">
          <div className="grid min-w-0 grow basis-60 gap-1">
            <h2 id="would" className="text-h3 font-bold text-ink">
              本番の場合の流れ
            </h2>
            <p className="text-ink">
              {pending
                ? '店長に承認依頼のメールが届きます。承認されるまで、農園には送信されません。'
                : `${cart.farms.length}農園に、すぐに通知されます。`}
            </p>
            <p className="text-ink">
              合計（税込{cart.ceilingTotalYen > cart.totalYen && '・概算'}）{' '}
              <span className="num text-ink">{formatYen(cart.totalYen)}</span>
            </p>
          </div>
          <ClosingCarton word="練習" date={stampDay(jstDateOf(now))} />
        </div>
      </CartonPanel>
      {cart.farms.map((farm) => (
        <FarmAhead key={farm.farmId} farm={farm} pending={pending} now={now} />
      ))}
      <Notice tone="matcha">練習は終了です。注文・在庫・通知への影響は一切ありません。</Notice>
      <div className="grid gap-2 sm:grid-cols-2">
        <ButtonLink to="/restaurant/order/test" size="lg" kind="line">
          もう一度練習する
        </ButtonLink>
        <ButtonLink to="/restaurant/products" size="lg">
          実際の商品を見る
        </ButtonLink>
      </div>
    </>
  )
}

/** What would follow, with the times from the days of the quote. */
function FarmAhead({ farm, pending, now }: { farm: ShownFarm; pending: boolean; now: Date }) {
  const { day } = farm
  if (!day) return null
  const steps: [LucideIcon, string][] = [
    [Undo2, `${formatDeadline(day.cutoffAt, now)}まで、ご自身で変更・キャンセルできます。`],
    [
      Clock,
      pending
        ? `${formatDeadline(day.cutoffAt, now)}までに店長の承認がない場合は、かごに戻ります。`
        : `${formatDeadline(day.answerDueAt, now)}までに農園が回答します。回答がない場合は自動でキャンセルされ、通知が届きます。`,
    ],
    [CalendarCheck, `${formatDay(day.deliveryOn)} ${slotWord[farm.slot]}に届きます。`],
    [ClipboardCheck, '到着後48時間以内に検収します。傷みや不足は、そこで報告します。'],
  ]
  return (
    <section aria-label={`${farm.name}の今後の流れ`} className="card grid gap-2 p-4">
      <h3 className="flex items-center gap-2 font-bold">
        <Crest kanji={farm.crest} category={farm.lines[0]?.category} />
        {farm.name}
        <span className="ms-auto text-sub font-normal">{formatYen(farm.tax.totalIncYen)}</span>
      </h3>
      <ol className="grid gap-2 text-sub">
        {steps.map(([Icon, said]) => (
          <li key={said} className="flex gap-2">
            <Icon aria-hidden="true" size={20} className="shrink-0 text-pine" />
            {said}
          </li>
        ))}
      </ol>
    </section>
  )
}
