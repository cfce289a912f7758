import { Form } from 'react-router'
import { formatDay, formatGrams } from '#kernel/format.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import type { HarvestGoods, OwnWindow } from '#modules/products/harvest/harvest.server.ts'
import type { OwnLot } from '#modules/products/harvest/lots.server.ts'
import { confidenceWord } from '#modules/products/product-fields.ts'
import { HarvestDayForm } from '#modules/products/ui/harvest-day-form.tsx'
import { HarvestGrid } from '#modules/products/ui/harvest-grid.tsx'
import { periodText } from '#modules/products/vacation/vacation.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/harvest.ts'

type Loaded = Route.ComponentProps['loaderData']

/** What can be promised: one product at a time, days and a range; below, past harvests. */
export default function HarvestPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { chosen, mayPromise } = loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'その他' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">収穫</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-6 p-4 pb-24">
        {problem && <RefusalNotice problem={problem} />}
        {chosen ? (
          <Days it={loaderData} goods={chosen} problem={problem} />
        ) : (
          <EmptyState action={<ButtonLink to="/farmer/products/List">商品を見る</ButtonLink>}>
            収穫の見こみで売る商品はまだありません。商品の「出せる数」で「収穫の見こみで売る」をえらぶと、ここに出ます
          </EmptyState>
        )}
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
          {chosen && (
            <section aria-labelledby="promise-title" className="grid grid-cols-1 gap-4">
              <h2 id="promise-title" className="text-h3 font-bold">
                これからの見こみ
              </h2>
              <OneGoods goods={chosen} {...{ mayPromise, problem }} it={loaderData} />
            </section>
          )}
          <Lots it={loaderData} problem={problem?.typed.intent === 'lot' ? problem : undefined} />
        </div>
      </div>
    </>
  )
}

type DaysProps = { it: Loaded; goods: HarvestGoods; problem: Problem | undefined }

/** Two weeks at a glance: touch a day, or press 「きのうと同じ」. */
function Days({ it, goods, problem }: DaysProps) {
  const { harvests, day, done, mayPromise, today, formKey, sameKey } = it
  const { again } = goods
  return (
    <section id="days" aria-labelledby="days-title" className="grid scroll-mt-4 grid-cols-1 gap-4">
      <h2 id="days-title" className="text-h3 font-bold">
        これからの2週間
      </h2>
      {harvests.length > 1 && (
        <nav aria-label="商品" className="flex flex-wrap gap-2">
          {harvests.map(({ id, name, picture }) => (
            <Link
              key={id}
              to={`/farmer/harvest?product=${id}`}
              aria-current={id === goods.id ? 'page' : undefined}
              className="inline-flex min-h-(--target) items-center gap-2 rounded-full border-2 border-line-strong py-1 pe-4 ps-1 font-bold aria-[current]:border-pine aria-[current]:bg-pine-tint"
            >
              <img
                src={pictureAddress(picture, 160)}
                alt=""
                width={44}
                height={44}
                className="photo size-11 rounded-full object-cover"
              />
              {name}
            </Link>
          ))}
        </nav>
      )}
      {done && (
        <Form method="post" className="flex flex-wrap items-center gap-3 rounded-card bg-matcha-tint p-3">
          <p role="status" className="grow font-bold">
            {periodText(done)}に{done.mostQty}
            {goods.unitLabel}を入れました。{done.promised}
            {goods.unitLabel}まで注文を受けます。
          </p>
          <input type="hidden" name="productId" value={goods.id} />
          <input type="hidden" name="id" value={done.id} />
          {mayPromise && done.reserved === 0 && (
            <Button kind="line" name="intent" value="withdraw">
              もどす
            </Button>
          )}
        </Form>
      )}
      <HarvestGrid harvests={harvests} chosen={goods} day={day?.day ?? null} />
      {mayPromise && again && (
        <Form method="post" preventScrollReset className="grid grid-cols-1 gap-1 sm:justify-items-start">
          <input type="hidden" name="key" value={sameKey} />
          <input type="hidden" name="productId" value={goods.id} />
          <input type="hidden" name="day" value={again.day} />
          <Button size="lg" name="intent" value="same">
            {likeWord(again.like, today)}と同じ
          </Button>
          <p className="text-sub text-ink-2">
            {formatDay(again.day)}に
            {again.leastQty === again.mostQty ? again.mostQty : `${again.leastQty}〜${again.mostQty}`}
            {goods.unitLabel}を入れます
          </p>
        </Form>
      )}
      {mayPromise && day && (
        <HarvestDayForm
          goods={goods}
          it={day}
          formKey={formKey}
          {...(problem?.typed.day && { typed: problem.typed, error: problem.fields.qty })}
        />
      )}
      {goods.past.length > 0 && (
        <details>
          <summary className="min-h-(--target) cursor-pointer content-center font-bold">これまでの2週間</summary>
          <ul className="grid gap-1 pb-2">
            {goods.past.map((window) => (
              <li key={window.id}>
                {periodText(window)}　{window.promised}
                {goods.unitLabel}のうち、注文 {window.reserved}
                {goods.unitLabel}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const likeWord = (like: JstDate, today: JstDate): string =>
  like === today ? 'きょう' : like === addDays(today, -1) ? 'きのう' : formatDay(like)

type OneProps = { goods: HarvestGoods; mayPromise: boolean; problem: Problem | undefined; it: Loaded }

function OneGoods({ goods, mayPromise, problem, it }: OneProps) {
  const add = problem?.typed.intent === 'add' ? problem : undefined
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-h4">
        {goods.name} <span className="text-sub font-normal text-ink-2">{goods.packLabel}</span>
      </h3>
      <ul className="grid grid-cols-1 gap-3">
        {goods.windows.map((window) => (
          <Window
            key={window.id}
            {...{ goods, window, mayPromise }}
            problem={problem?.typed.intent === 'change' && problem.typed.id === window.id ? problem : undefined}
          />
        ))}
        {goods.windows.length === 0 && (
          <li className="text-ink-2">まだ見こみがありません。入れると、注文を受けられます。</li>
        )}
      </ul>
      {mayPromise && (
        <Form method="post" noValidate className="card grid grid-cols-1 gap-5 p-4">
          <h4 className="text-h4">見こみを入れる</h4>
          <input type="hidden" name="key" value={it.formKey} />
          <input type="hidden" name="productId" value={goods.id} />
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
            <DayField
              id="harvest-from"
              name="from"
              label="出せるはじめの日"
              min={it.today}
              max={it.furthest}
              value={add?.typed.from ?? it.today}
              error={add?.fields.from}
            />
            <DayField
              id="harvest-to"
              name="to"
              label="終わりの日"
              min={it.today}
              max={it.furthest}
              value={add?.typed.to ?? addDays(it.today, 2)}
              error={add?.fields.to}
            />
          </div>
          <Amounts goods={goods} problem={add} idPrefix="add" />
          <Button size="lg" name="intent" value="add">
            見こみを入れる
          </Button>
        </Form>
      )}
    </div>
  )
}

type DayProps = {
  id: string
  name: string
  label: string
  min?: string
  max?: string
  value?: string | undefined
  error?: string | undefined
  optional?: boolean
}

/** The phone's native control: the calendar of other pages is for a mouse. */
const DayField = ({ label, error, value, optional, ...input }: DayProps) => (
  <div className="field">
    <label htmlFor={input.id}>
      {label}
      <span className={optional ? 'optional' : 'required'}>{optional ? '任意' : '必須'}</span>
    </label>
    <span className="field-line">
      <input
        {...input}
        type="date"
        className="field-control"
        defaultValue={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${input.id}-error` : undefined}
      />
    </span>
    {error && (
      <p id={`${input.id}-error`} className="field-error">
        {error}
      </p>
    )}
  </div>
)

type AmountProps = { goods: HarvestGoods; window?: OwnWindow; problem: Problem | undefined; idPrefix: string }

function Amounts({ goods, window, problem, idPrefix }: AmountProps) {
  return (
    <>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <NumberField
          id={`${idPrefix}-least`}
          name="leastQty"
          label="少ないとき"
          need="optional"
          min={0}
          suffix={goods.unitLabel}
          defaultValue={problem?.typed.leastQty ?? window?.leastQty ?? ''}
          error={problem?.fields.leastQty}
          help="空なら、多いときと同じ"
        />
        <NumberField
          id={`${idPrefix}-most`}
          name="mostQty"
          label="多いとき"
          need="required"
          min={1}
          suffix={goods.unitLabel}
          defaultValue={problem?.typed.mostQty ?? window?.mostQty ?? ''}
          error={problem?.fields.mostQty}
          help={goods.netGrams ? `1${goods.unitLabel}は約${formatGrams(goods.netGrams)}` : undefined}
        />
      </div>
      <RadioGroup
        id={`${idPrefix}-confidence`}
        name="confidence"
        legend="どのくらい確かですか"
        need="required"
        look="cards"
        className="[--choice-least:15rem]"
        defaultValue={problem?.typed.confidence ?? window?.confidence ?? 'middle'}
        error={problem?.fields.confidence}
        choices={[
          { value: 'high', label: `${confidenceWord.high}（確度 高）`, help: '「多いとき」の数まで注文を受けます' },
          {
            value: 'middle',
            label: `${confidenceWord.middle}（確度 中）`,
            help: '少ないときと多いときの、まん中まで受けます',
          },
          { value: 'low', label: `${confidenceWord.low}（確度 低）`, help: '「少ないとき」の数までにおさえます' },
        ]}
      />
      <TextField
        id={`${idPrefix}-note`}
        name="note"
        label="メモ"
        need="optional"
        help="自分のためのメモ。例 雨なら半分"
        maxLength={100}
        defaultValue={problem?.typed.note ?? window?.note ?? ''}
        autoComplete="off"
      />
    </>
  )
}

type WindowProps = { goods: HarvestGoods; window: OwnWindow; mayPromise: boolean; problem: Problem | undefined }

function Window({ goods, window, mayPromise, problem }: WindowProps) {
  const { unitLabel } = goods
  const left = window.promised - window.reserved
  return (
    <li id={`window-${window.id}`} className="card grid scroll-mt-4 grid-cols-1 gap-2 p-4">
      <p className="text-lead font-bold">
        <span className="block">{periodText(window)}</span>
        <span className="num whitespace-nowrap">
          {window.leastQty === window.mostQty ? window.mostQty : `${window.leastQty}〜${window.mostQty}`}
        </span>
        {unitLabel}・{confidenceWord[window.confidence]}
      </p>
      <meter
        className="h-3 w-full"
        min={0}
        max={Math.max(window.promised, 1)}
        value={window.reserved}
        aria-label={`${window.promised}${unitLabel}のうち注文ずみ${window.reserved}${unitLabel}`}
      />
      <p>
        注文ずみ <b className="num">{window.reserved}</b>
        {unitLabel}／受けるのは <b className="num">{window.promised}</b>
        {unitLabel}まで（あと{left}
        {unitLabel}）
      </p>
      {window.note && <p className="text-sub text-ink-2">{window.note}</p>}
      {mayPromise && (
        <details open={problem ? true : undefined}>
          <summary className="min-h-(--target) cursor-pointer content-center font-bold">数を変える・取り消す</summary>
          <Form method="post" noValidate className="grid grid-cols-1 gap-4 pt-3">
            <input type="hidden" name="id" value={window.id} />
            <input type="hidden" name="productId" value={goods.id} />
            <input type="hidden" name="version" value={window.version} />
            <Amounts goods={goods} window={window} problem={problem} idPrefix={window.id} />
            <p className="flex flex-wrap gap-3">
              <Button name="intent" value="change">
                変える
              </Button>
              <Button kind="danger" name="intent" value="withdraw" formNoValidate>
                見こみを取り消す
              </Button>
            </p>
          </Form>
        </details>
      )}
    </li>
  )
}

function Lots({ it, problem }: { it: Loaded; problem: Problem | undefined }) {
  return (
    <section id="lots" aria-labelledby="lots-title" className="grid scroll-mt-4 grid-cols-1 gap-4">
      <h2 id="lots-title" className="text-h3 font-bold">
        採れたもの
      </h2>
      <p className="text-ink-2">
        どの箱がいつの収穫かの記録です。きょうの分は、箱づめのときに1回押すだけでも記録されます。
      </p>
      {it.mayRecord && it.goods.length > 0 && (
        <details className="card p-4" open={problem ? true : undefined}>
          <summary className="min-h-(--target) cursor-pointer content-center font-bold">収穫を記録する</summary>
          <Form method="post" noValidate className="grid grid-cols-1 gap-4 pt-3">
            <SelectField
              id="lot-product"
              name="productId"
              label="商品"
              need="required"
              defaultValue={problem?.typed.productId ?? ''}
              error={problem?.fields.productId}
            >
              <option value="">えらぶ</option>
              {it.goods.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <DayField
              id="lot-day"
              name="harvestedOn"
              label="採れた日"
              max={it.today}
              value={problem?.typed.harvestedOn ?? it.today}
              error={problem?.fields.harvestedOn}
            />
            <NumberField
              id="lot-qty"
              name="qty"
              label="採れた数"
              need="optional"
              min={1}
              defaultValue={problem?.typed.qty ?? ''}
              error={problem?.fields.qty}
            />
            <DayField
              id="lot-best"
              name="bestBeforeOn"
              label="期限"
              min={it.today}
              value={problem?.typed.bestBeforeOn}
              error={problem?.fields.bestBeforeOn}
              optional
            />
            <TextField
              id="lot-code"
              name="code"
              label="記号"
              need="optional"
              help={`空なら ${it.todaysCode} のように、日から付きます`}
              maxLength={20}
              defaultValue={problem?.typed.code ?? ''}
              error={problem?.fields.code}
              autoComplete="off"
            />
            <Button name="intent" value="lot">
              記録する
            </Button>
          </Form>
        </details>
      )}
      <LotList lots={it.lots} />
    </section>
  )
}

/** The newest ones shown initially; two weeks of a farm are too many to scroll through. */
const lotsAtOnce = 8

function LotList({ lots }: { lots: readonly OwnLot[] }) {
  const older = lots.slice(lotsAtOnce)
  return (
    <div className="card">
      <ul>
        {lots.slice(0, lotsAtOnce).map((lot) => (
          <Lot key={lot.id} lot={lot} />
        ))}
        {lots.length === 0 && <li className="p-4 text-ink-2">この2週間の収穫の記録はありません。</li>}
      </ul>
      {older.length > 0 && (
        <details className="border-t border-line">
          <summary className="min-h-(--target) cursor-pointer content-center px-3 font-bold">
            ほかの<span className="num px-0.5">{older.length}</span>件を見る
          </summary>
          <ul>
            {older.map((lot) => (
              <Lot key={lot.id} lot={lot} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const Lot = ({ lot }: { lot: OwnLot }) => (
  <li className="grid gap-0.5 border-t border-line p-3 first:border-t-0">
    <b>{lot.name}</b>
    <span className="text-sub">
      {formatDay(lot.harvestedOn)}　記号 <span className="num">{lot.code}</span>
      {lot.qty !== null && `　${lot.qty}`}
      {lot.bestBeforeOn && `　期限 ${formatDay(lot.bestBeforeOn)}`}
      {lot.used > 0 && `　箱に入れた ${lot.used}`}
    </span>
    {lot.note && <span className="text-sub text-ink-2">{lot.note}</span>}
  </li>
)
