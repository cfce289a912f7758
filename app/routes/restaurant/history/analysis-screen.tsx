import { Form, useSubmit } from 'react-router'
import { formatDay, formatNumber, formatShortYen, formatYen } from '#kernel/format.ts'
import { analysisSpans, largest, priceMove } from '#modules/ordering/past/purchase-analysis.ts'
import { categoryWord } from '#modules/products/catalog/catalog-labels.ts'
import { Bars } from '#ui/bars.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Columns } from '#ui/columns.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { monthPoint } from '#ui/month-point.ts'
import { Sparkline } from '#ui/sparkline.tsx'
import type { Route } from './+types/analysis.ts'
import { HistoryTabs } from './history-tabs.tsx'
import '#styles/kit/stat.css'

type Loaded = Pick<Route.ComponentProps, 'loaderData'>

const spanWord = (months: number) => (months === 12 ? '1年' : months === 24 ? '2年' : `${months}か月`)

export default function AnalysisScreen({ loaderData }: Loaded) {
  const { totalYen, unsettled } = loaderData
  return (
    <div className="mx-auto grid w-full max-w-[80rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-8 lg:px-8 lg:pt-8">
      <h1>
        <Head as="span" className="text-h2 lg:text-h1">
          伝票
        </Head>
      </h1>
      <HistoryTabs />
      <Span loaderData={loaderData} />
      {totalYen > 0 ? (
        <>
          <p className="figure-fits flex flex-wrap items-baseline gap-x-3">
            <span className="font-bold">商品代の合計（税抜）</span>
            <span className="num">{formatYen(totalYen)}</span>
            <span className="text-sub text-ink-2">
              金額確定済みの注文のみの集計です。送料は含みません。
              {unsettled > 0 && `金額が未確定の注文が${unsettled}件あります。`}
            </span>
          </p>
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
            <Shares loaderData={loaderData} />
            <Price loaderData={loaderData} />
          </div>
        </>
      ) : (
        <EmptyState
          action={
            <ButtonLink to="/restaurant/products?season=1" kind="line">
              旬の食材を見る
            </ButtonLink>
          }
        >
          {unsettled > 0
            ? `金額確定済みの注文はまだありません。検収が完了すると、ここに表示されます（現在${unsettled}件）。`
            : 'この期間に、金額確定済みの注文はありません。'}
        </EmptyState>
      )}
    </div>
  )
}

function Span({ loaderData: { months } }: Loaded) {
  const submit = useSubmit()
  return (
    <Form className="flex items-end gap-3" onChange={(event) => submit(event.currentTarget)}>
      <SelectField label="期間" name="months" defaultValue={months} className="w-40">
        {analysisSpans.map((span) => (
          <option key={span} value={span}>
            {spanWord(span)}
          </option>
        ))}
      </SelectField>
      <Button kind="line" size="lg" className="[@media(scripting:enabled)]:hidden">
        見る
      </Button>
    </Form>
  )
}

const panel = 'card grid grid-cols-1 gap-3 p-4'

function Shares({ loaderData: { byMonth, farms, categories } }: Loaded) {
  return (
    <>
      <section aria-labelledby="by-month" className={panel}>
        <h2 id="by-month" className="text-h4 font-bold">
          月別
        </h2>
        <Columns
          title="月別の商品代（税抜）"
          axis="月"
          format={formatYen}
          formatTick={formatShortYen}
          points={byMonth.map(({ month, billedYen }, at) => monthPoint(month, at, billedYen))}
        />
      </section>
      <section aria-labelledby="by-farm" className={panel}>
        <h2 id="by-farm" className="text-h4 font-bold">
          農園別
        </h2>
        <Bars
          title="農園別の商品代（税抜）"
          axis="農園"
          format={formatYen}
          points={largest(farms, 10).map(({ name, billedYen }) => ({ label: name, value: billedYen }))}
        />
      </section>
      <section aria-labelledby="by-category" className={panel}>
        <h2 id="by-category" className="text-h4 font-bold">
          分類別
        </h2>
        <Bars
          title="分類別の商品代（税抜）"
          axis="種類"
          format={formatYen}
          points={categories.map(({ category, billedYen }) => ({ label: categoryWord[category], value: billedYen }))}
        />
      </section>
    </>
  )
}

function Price({ loaderData: { products, price, months } }: Loaded) {
  const submit = useSubmit()
  const moved = price && priceMove(price.points)
  const last = price?.points.at(-1)
  return (
    <section aria-labelledby="price" className={panel}>
      <h2 id="price" className="text-h4 font-bold">
        価格推移
      </h2>
      <Form className="flex items-end gap-3" onChange={(event) => submit(event.currentTarget)}>
        <input type="hidden" name="months" value={months} />
        <SelectField
          key={price?.productId}
          label="商品"
          name="product"
          defaultValue={price?.productId}
          className="min-w-0 grow"
        >
          {products.map(({ key, name }) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button kind="line" size="lg" className="[@media(scripting:enabled)]:hidden">
          見る
        </Button>
      </Form>
      {price && last ? (
        <>
          <Sparkline
            title={`${price.name} 1${price.per}の単価（税抜）`}
            axis="注文日"
            format={formatYen}
            points={price.points.map(({ orderedOn, priceYen }) => ({ label: formatDay(orderedOn), value: priceYen }))}
          />
          <p className="text-sub">
            {moved
              ? `期間の最初 ${formatYen(price.points[0]?.priceYen ?? last.priceYen)} から ${movedWord(moved)}`
              : `注文は${formatDay(last.orderedOn)}の1回のみです。`}
          </p>
          {price.open ? (
            <p>
              <ButtonLink kind="line" to={`/restaurant/products/${price.productId}`}>
                この商品を見る<span className="visually-hidden">：{price.name}</span>
              </ButtonLink>
            </p>
          ) : (
            <p className="text-sub">この商品の販売は終了しました。</p>
          )}
        </>
      ) : (
        <p>この期間に、この商品の注文はありません。</p>
      )}
    </section>
  )
}

function movedWord({ yen, percent }: { yen: number; percent: number }): string {
  if (yen === 0) return '変動はありません。'
  const far = `${formatYen(Math.abs(yen))}（${formatNumber(Math.abs(percent))}％）`
  return yen > 0 ? `${far} 上がりました。` : `${far} 下がりました。`
}
