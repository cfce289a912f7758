import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { Form, useNavigation } from 'react-router'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import type { OwnGoods } from '#modules/products/own-products.server.ts'
import type { GoodsView } from '#modules/products/product-views.ts'
import { goodsViews } from '#modules/products/product-views.ts'
import FactGraces from '#modules/products/ui/fact-graces.tsx' with { load: 'later' }
import GoodsSelection from '#modules/products/ui/goods-selection.tsx' with { load: 'later' }
import { ProductRow } from '#modules/products/ui/product-row.tsx'
import { useStockQueue } from '#modules/products/ui/use-stock-queue.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { useTableWaits } from '#ui/table-waits.ts'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/goods-list.ts'

const viewWord: Record<GoodsView, string> = {
  all: 'すべて',
  listed: '販売中',
  paused: '販売休止',
  archived: '保管した商品',
}

/** What the farm sells: every number and every switch in its place, for one thumb. */
export default function GoodsListPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { goods, view, q, bulk, counts, mayChange, lapsed } = loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  const queue = useStockQueue(loaderData)
  const waits = useTableWaits()
  const hidden = goods.filter((it) => it.lapsed.length > 0 && it.status === 'listed').length
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">商品</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 lg:px-8 p-4 pb-28">
        {problem && !problem.fields.stock && <RefusalNotice problem={{ ...problem, fields: {} }} />}
        {hidden > 0 && (
          <Notice tone="akane">
            {lapsed.map(({ word }) => word).join('、')}
            の書類の期限が切れています。{hidden}点が飲食店に表示されず、注文もできません。
            <Link to="/profile/organisation" className="underline">
              新しい書類を送信する
            </Link>
            と、運営の確認後に、販売を再開できます。
          </Notice>
        )}
        {loaderData.graces.length > 0 && (
          <Suspense>
            <FactGraces graces={loaderData.graces} />
          </Suspense>
        )}
        {mayChange && !bulk && goods.length > 0 && (
          <ButtonLink to="/farmer/products/Create" size="lg" icon={<Plus />} className="lg:w-fit lg:px-10">
            商品を出品する
          </ButtonLink>
        )}
        <Views {...{ view, counts }} />
        {(counts[view] > searchFrom || q) && <Search {...{ q, view, bulk }} />}
        {goods.length === 0 ? (
          <EmptyState action={mayChange && <ButtonLink to="/farmer/products/Create">商品を出品する</ButtonLink>}>
            {q ? `「${q}」を含む商品はありません` : emptyText[view]}
          </EmptyState>
        ) : bulk && mayChange ? (
          <>
            <BulkForm {...{ goods, problem, formKey: loaderData.formKey }} />
            <Suspense>
              <GoodsSelection goods={goods} filter={`${view} ${q}`} />
            </Suspense>
          </>
        ) : (
          <div className="goods-list" {...waits}>
            <table className="goods-table card">
              <caption className="visually-hidden">商品</caption>
              <thead>
                <tr>
                  <th scope="col" colSpan={2}>
                    商品
                  </th>
                  <th scope="col">価格（税抜）</th>
                  <th scope="col">お知らせ</th>
                  <th scope="col">在庫</th>
                  <th scope="col">販売</th>
                  {mayChange && (
                    <th scope="col">
                      <span className="visually-hidden">他の操作</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {goods.map((it, index) => (
                  <ProductRow
                    key={it.id}
                    goods={it}
                    mayChange={mayChange}
                    first={index === 0 && loaderData.isFirst}
                    last={index === goods.length - 1}
                    formKey={loaderData.formKey}
                    problem={problem?.typed.id === it.id ? problem.fields.stock : undefined}
                    queue={queue}
                    lapsed={lapsed}
                  />
                ))}
              </tbody>
            </table>
          </div>
        )}
        <Pages {...loaderData} />
        {!bulk && mayChange && (
          <nav aria-label="一括操作" className="flex flex-wrap gap-3">
            <ButtonLink to="/farmer/products/List?bulk" kind="line">
              価格と在庫を一括編集
            </ButtonLink>
            <a href="/farmer/products.csv" className="btn" data-kind="line" download>
              <Explained inControl>CSVに書き出す</Explained>
            </a>
            <ButtonLink to="/farmer/products/import" kind="line">
              <Explained inControl>CSVから取り込む</Explained>
            </ButtonLink>
          </nav>
        )}
      </div>
    </>
  )
}

/** With fewer products they are all visible. */
const searchFrom = 30

const emptyText: Record<GoodsView, string> = {
  all: '最初の商品を登録してください。写真と5つの質問のみで登録できます',
  listed: '販売中の商品はありません',
  paused: '販売休止中の商品はありません',
  archived: '保管した商品はありません。商品の「…」から「保管する」を選択すると、ここに表示されます',
}

type Counts = Route.ComponentProps['loaderData']['counts']

const Views = ({ view, counts }: { view: GoodsView; counts: Counts }) => (
  <nav aria-label="絞り込み" className="flex flex-wrap gap-2">
    {(['all', ...goodsViews] as const)
      .filter((it) => it !== 'archived' || counts.archived > 0 || view === 'archived')
      .map((it) => (
        <Link
          key={it}
          to={it === 'all' ? '/farmer/products/List' : `/farmer/products/List?view=${it}`}
          aria-current={it === view ? 'page' : undefined}
          className="inline-flex min-h-(--target) items-center gap-1 rounded-full border-2 border-line-strong px-4 font-bold aria-[current]:border-pine aria-[current]:bg-pine-tint"
        >
          {viewWord[it]}
          <span className="num">{counts[it]}</span>
        </Link>
      ))}
    {counts.drafts > 0 && (
      <Link
        to="/farmer/products/edit"
        className="inline-flex min-h-(--target) items-center gap-1 rounded-full border-2 border-dashed border-line-strong px-4 font-bold"
      >
        下書き<span className="num">{counts.drafts}</span>
      </Link>
    )}
  </nav>
)

const Search = ({ q, view, bulk }: { q: string; view: GoodsView; bulk: boolean }) => (
  <Form className="flex flex-wrap items-end gap-2" role="search">
    {view !== 'all' && <input type="hidden" name="view" value={view} />}
    {bulk && <input type="hidden" name="bulk" value="" />}
    <div className="field grow">
      <label htmlFor="goods-q">商品を検索</label>
      <input id="goods-q" type="search" name="q" defaultValue={q} maxLength={40} className="field-control" />
    </div>
    <Button kind="line">検索</Button>
  </Form>
)

function Pages({ next, isFirst, q, view, bulk }: Route.ComponentProps['loaderData']) {
  if (!next && isFirst) return null
  const address = (after: string | null) => {
    const to = new URLSearchParams()
    if (view !== 'all') to.set('view', view)
    if (bulk) to.set('bulk', '')
    if (q) to.set('q', q)
    if (after) to.set('after', after)
    return `/farmer/products/List${to.size > 0 ? `?${to}` : ''}`
  }
  return (
    <nav aria-label="ページ" className="flex flex-wrap gap-3">
      {!isFirst && (
        <ButtonLink to={address(null)} kind="line">
          最初から
        </ButtonLink>
      )}
      {next && (
        <ButtonLink to={address(next)} kind="line">
          続きを見る
        </ButtonLink>
      )}
    </nav>
  )
}

type BulkProps = { goods: readonly OwnGoods[]; problem: Problem | undefined; formKey: string }

function BulkForm({ goods, problem, formKey }: BulkProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value="bulk" />
      <input type="hidden" name="key" value={formKey} />
      <ul className="card grid grid-cols-1">
        {goods.map((it, index) => {
          const at = { row: `rows[${index}]`, typed: rowTyped(problem, it.id), problem, goods: it }
          return (
            <li
              key={it.id}
              className="grid grid-cols-1 gap-2 border-t border-line p-3 first:border-t-0 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:items-end"
            >
              <p className="font-bold">
                {it.name} <span className="text-sub font-normal text-ink-2">{it.packLabel}</span>
              </p>
              <input type="hidden" name={`${at.row}.id`} value={it.id} />
              <BulkField {...at} field="priceYen" value={it.priceYen} unit="円" word="価格（税抜）" />
              {it.sellsFrom === 'stock' ? (
                <>
                  <input type="hidden" name={`${at.row}.stock.seen`} value={it.stock} />
                  <BulkField {...at} field="stock.to" value={it.stock} unit={it.unitLabel} word="在庫" />
                </>
              ) : (
                <p className="text-sub text-ink-2">数量は収穫見込みから</p>
              )}
            </li>
          )
        })}
      </ul>
      <p className="flex flex-wrap gap-3">
        <Button size="lg" busy={busy}>
          一括で保存する
        </Button>
        <ButtonLink to="/farmer/products/List" kind="line" size="lg">
          戻る
        </ButtonLink>
      </p>
    </Form>
  )
}

/** The row that was sent for a product: the list may have changed since. */
const rowTyped = (problem: Problem | undefined, id: string) =>
  Object.entries(problem?.typed ?? {})
    .find(([, said]) => said === id)?.[0]
    .replace(/\.id$/, '')

type BulkFieldProps = {
  goods: OwnGoods
  row: string
  typed: string | undefined
  field: 'priceYen' | 'stock.to'
  problem: Problem | undefined
  value: number
  unit: string
  word: string
}

function BulkField({ goods, row, typed, field, problem, value, unit, word }: BulkFieldProps) {
  const name = `${row}.${field}`
  const error = problem?.fields[`${typed}.${field}`]
  return (
    <div className="field">
      <label htmlFor={name} className="text-sub">
        <span className="visually-hidden">{goods.name}の</span>
        {word}
      </label>
      <span className="field-line" style={{ maxWidth: '11rem' }}>
        <input
          id={name}
          name={name}
          className="field-control num"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={problem?.typed[`${typed}.${field}`] ?? value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${name}-error` : undefined}
        />
        <span className="field-suffix">{unit}</span>
      </span>
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </div>
  )
}
