import { ChevronRight } from 'lucide-react'
import { Form } from 'react-router'
import { formatYen } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { mostPercent, offerText, periodText } from '#modules/products/prices/own-price.ts'
import type { OwnPrice } from '#modules/products/prices/own-prices.server.ts'
import { PastChanges } from '#modules/products/ui/past-changes.tsx'
import { WhichPriceWins } from '#modules/products/ui/which-price-wins.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import type { Route } from './+types/regular.ts'

/** One restaurant: its own prices, and a form for one more. */
export default function RegularPage({ loaderData: it, actionData, matches }: Route.ComponentProps) {
  const { regular, asksWhat, of } = it
  const here = `/farmer/regulars/${regular.id}`
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={
          of || asksWhat
            ? { to: of ? `${here}?new` : here, word: '戻る' }
            : { to: '/farmer/regulars', word: 'お得意さま' }
        }
        line={null}
      >
        <h1 className="text-h2 font-bold">{regular.name}</h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:mx-0 lg:max-w-4xl pb-24 lg:px-8">
        {of ? (
          <HowMuch it={it} of={of} problem={actionData?.problem} />
        ) : asksWhat ? (
          <OfWhat here={here} goods={it.goods} />
        ) : (
          <>
            <Held held={regular.held} mayChange={it.mayChange} />
            {it.mayChange && (
              <p>
                <ButtonLink to={`${here}?new`} size="lg">
                  価格を設定
                </ButtonLink>
              </p>
            )}
            <WhichPriceWins />
            {regular.past.length > 0 && <PastChanges past={regular.past} />}
          </>
        )}
      </div>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

const Held = ({ held, mayChange }: { held: readonly OwnPrice[]; mayChange: boolean }) => (
  <section aria-labelledby="held" className="card grid grid-cols-1 gap-3 p-4">
    <h2 id="held" className="text-h3 font-bold">
      この飲食店の価格
    </h2>
    {held.length === 0 && <p className="text-ink-2">まだ設定していません。通常価格で販売しています。</p>}
    <ul className="grid gap-3">
      {held.map(({ id, product, priceYen, percentOff, ...period }) => (
        <li
          key={id}
          className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 first:border-t-0 first:pt-0"
        >
          <p className="grid">
            {product && <b>{product.name}</b>}
            <span className="text-lead">
              {offerText(priceYen === null ? { percentOff: percentOff ?? 0 } : { priceYen }, product?.per ?? '')}
              {product && <span className="text-sub text-ink-2">（通常 {formatYen(product.listYen)}）</span>}
            </span>
            <span className="text-sub text-ink-2">{periodText(period)}</span>
          </p>
          {mayChange && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="id" value={id} />
              <Button kind="text" name="intent" value="end">
                終了<span className="visually-hidden">：{product?.name ?? 'すべての商品の割引'}</span>
              </Button>
            </Form>
          )}
        </li>
      ))}
    </ul>
  </section>
)

const OfWhat = ({ here, goods }: { here: string; goods: Loaded['goods'] }) => (
  <>
    <h2 className="text-h3 font-bold">対象の商品を選択してください</h2>
    <ul className="card">
      <li>
        <Link
          to={`${here}?of=all`}
          className="flex min-h-18 items-center gap-3 px-4 py-2 text-h4 font-bold hover:bg-pine-tint"
        >
          <span className="min-w-0 grow">すべての商品を、一定の割合で値引き</span>
          <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
        </Link>
      </li>
      {goods.map(({ id, name, packLabel, priceYen, per }) => (
        <li key={id} className="border-t border-line">
          <Link to={`${here}?of=${id}`} className="flex min-h-18 items-center gap-3 px-4 py-2 hover:bg-pine-tint">
            <span className="grid min-w-0 grow">
              <b>{name}</b>
              <span className="text-sub text-ink-2">
                {packLabel}・{formatYen(priceYen)}/{per}
              </span>
            </span>
            <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  </>
)

type HowMuchProps = { it: Loaded; of: NonNullable<Loaded['of']>; problem: Problem | undefined }

function HowMuch({ it: { regular, formKey, today, furthest }, of, problem }: HowMuchProps) {
  return (
    <Form
      method="post"
      noValidate
      action={`/farmer/regulars/${regular.id}?of=${of === 'all' ? 'all' : of.id}`}
      className="grid grid-cols-1 gap-5"
    >
      <h2 className="text-h3 font-bold">{of === 'all' ? 'すべての商品の値引き率' : `「${of.name}」の価格`}</h2>
      {of !== 'all' && (
        <p className="text-lead">
          通常は 1{of.per} <b className="num">{formatYen(of.priceYen)}</b>（税抜）です。
        </p>
      )}
      {problem && (
        <Notice tone="akane">
          <span role="alert">{problem.summary}</span>
        </Notice>
      )}
      <input type="hidden" name="key" value={formKey} />
      {of !== 'all' && <input type="hidden" name="of.productId" value={of.id} />}
      {of === 'all' ? (
        <NumberField
          id="percent"
          name="of.percentOff"
          label="値引き率"
          help="通常価格から値引きします。1円未満は切り捨てます"
          need="required"
          min={1}
          max={mostPercent}
          suffix="％"
          defaultValue={problem?.typed['of.percentOff'] ?? ''}
          error={problem?.fields['of.percentOff']}
        />
      ) : (
        <NumberField
          id="price"
          name="of.priceYen"
          label={`この飲食店の1${of.per}の単価（税抜）`}
          need="required"
          min={1}
          step={10}
          suffix="円"
          defaultValue={problem?.typed['of.priceYen'] ?? ''}
          error={problem?.fields['of.priceYen']}
        />
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Day
          name="from"
          label="開始日"
          typed={problem?.typed.from ?? today}
          error={problem?.fields.from}
          {...{ today, furthest }}
        />
        <Day
          name="until"
          label="終了日"
          optional
          typed={problem?.typed.until ?? ''}
          error={problem?.fields.until}
          {...{ today, furthest }}
        />
      </div>
      <p className="text-ink-2">
        「終了日」が空欄の場合は、終了するまで続きます。設定済みの同じ対象の価格と重なるときは、以前の価格がその前日で終了します。
      </p>
      <p>
        <Button size="lg" name="intent" value="agree">
          この価格を設定する
        </Button>
      </p>
    </Form>
  )
}

type DayProps = {
  name: 'from' | 'until'
  label: string
  typed: string
  error: string | undefined
  today: string
  furthest: string
  optional?: boolean
}

const Day = ({ name, label, typed, error, today, furthest, optional = false }: DayProps) => (
  <div className="field">
    <label htmlFor={name}>
      {label}
      <span className={optional ? 'optional' : 'required'}>{optional ? '任意' : '必須'}</span>
    </label>
    <span className="field-line">
      <input
        id={name}
        type="date"
        name={name}
        min={today}
        max={name === 'from' ? furthest : undefined}
        defaultValue={typed}
        className="field-control"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
      />
    </span>
    {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
  </div>
)
