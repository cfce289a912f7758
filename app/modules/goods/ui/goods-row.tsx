import { ArrowDown, ArrowUp, Ellipsis } from 'lucide-react'
import { Form, useFetcher } from 'react-router'
import { formatNumber, formatYen } from '#kernel/format.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { parseWholeNumber } from '#kernel/text.ts'
import { FieldError } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { statusWord } from '../goods-fields.ts'
import type { OwnGoods } from '../own-goods.server.ts'
import '#styles/kit/goods.css'

type RowAnswer = { problem?: { fields: Record<string, string>; typed: Record<string, string> } } | undefined

type Props = {
  goods: OwnGoods
  mayChange: boolean
  /** Which can be reached by one place up and down. */
  first: boolean
  last: boolean
  /** A key of the form, so that a second press on the same page does nothing more. */
  formKey: string
  problem: string | undefined
}

/** One product of the farm: what it is, how many there are, whether it is on sale, and what can be done. */
export function GoodsRow({ goods, mayChange, first, last, formKey, problem }: Props) {
  const { id, name, packLabel, unitLabel, picture, priceYen, catchWeight } = goods
  return (
    <li id={`goods-${id}`} className="goods-row scroll-mt-4" data-product={id}>
      <img
        className="photo goods-picture"
        src={pictureAddress(picture, 160)}
        alt=""
        width={72}
        height={72}
        loading="lazy"
      />
      <div className="grid min-w-0 content-center">
        <h2 className="text-body leading-snug font-bold">
          <Link to={`/farmer/products/edit/${id}`} className="-my-2 block py-2 hover:underline">
            <span className="line-clamp-2">{name}</span>
          </Link>
        </h2>
        <p className="text-sub text-ink-2">{packLabel}</p>
        <p className="num font-bold">
          {formatYen(priceYen)}/{catchWeight ? 'kg' : unitLabel}
        </p>
        {goods.audience === 'chosen' && <p className="text-sub font-bold text-pine-ink">えらんだ店だけに見えます</p>}
        <State goods={goods} />
      </div>
      <div className="goods-hands">
        {mayChange && <StockForm goods={goods} formKey={formKey} problem={problem} />}
        {mayChange ? <SellSwitch goods={goods} /> : <b>{statusWord[goods.status]}</b>}
        {mayChange && (
          <details className="goods-more ms-auto">
            <summary className="icon-btn size-(--target)">
              <Ellipsis aria-hidden="true" />
              <span className="visually-hidden">{name}のほかの操作</span>
            </summary>
            <div>
              <PlaceButtons {...{ id, name, first, last }} />
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <button type="submit" name="intent" value="duplicate" className="btn" data-kind="line">
                  写して新しい商品に<span className="visually-hidden">：{name}</span>
                </button>
              </Form>
              <Link to={`/farmer/products/edit/${id}`} className="btn" data-kind="line">
                なおす<span className="visually-hidden">：{name}</span>
              </Link>
            </div>
          </details>
        )}
      </div>
    </li>
  )
}

function State({ goods: { heldReason, review, reviewNote, status, stock, sellsFrom } }: { goods: OwnGoods }) {
  if (heldReason) return <p className="text-sub font-bold text-akane">運営が販売を止めています：{heldReason}</p>
  if (review === 'waiting') return <p className="text-sub font-bold text-ai">運営が確認しています</p>
  if (review === 'returned') return <p className="text-sub font-bold text-akane">差し戻し：{reviewNote}</p>
  if (status === 'listed' && stock === 0)
    return (
      <p className="text-sub font-bold text-akane">
        {sellsFrom === 'harvest' ? '収穫の見こみがありません' : '品切れで出ています'}
      </p>
    )
  return null
}

function StockForm({ goods, formKey, problem }: Pick<Props, 'goods' | 'formKey' | 'problem'>) {
  const fetcher = useFetcher<RowAnswer>({ key: `stock-${goods.id}` })
  const { id, name, stock, unitLabel, sellsFrom } = goods
  if (sellsFrom === 'harvest')
    return (
      <Link
        to={`/farmer/harvest?product=${id}`}
        className="inline-flex min-h-(--target) items-center font-bold underline"
      >
        収穫の見こみ：あと{formatNumber(stock)}
        {unitLabel}
      </Link>
    )
  const sent = fetcher.formData
  const shown = sent ? (parseWholeNumber(sent.get(sent.has('typed') ? 'stock-typed' : 'stock')) ?? stock) : stock
  const refused = (fetcher.state === 'idle' ? fetcher.data?.problem?.fields.stock : undefined) ?? problem
  return (
    <fetcher.Form method="post" className="grid" preventScrollReset>
      <input type="hidden" name="intent" value="stock" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={shown} />
      <input type="hidden" name="key" value={`${formKey}-${id}-${stock}`} />
      {/* the first button of the form: what Enter presses, so that a typed number counts and not the minus */}
      <button type="submit" name="typed" value="1" tabIndex={-1} aria-hidden="true" className="visually-hidden" />
      <span className="flex items-center gap-2">
        <Stepper
          label={`${name}の在庫`}
          name="stock"
          value={shown}
          less={shown > 0 ? shown - 1 : null}
          more={shown < 9_999 ? shown + 1 : null}
          range={{ min: 0, max: 9_999, step: 1 }}
          inputId={`stock-${id}`}
          unit={unitLabel}
          error={refused !== undefined}
          describedBy={refused ? `stock-${id}-error` : undefined}
        />
        <span aria-hidden="true">{unitLabel}</span>
      </span>
      {refused && <FieldError id={`stock-${id}-error`}>{refused}</FieldError>}
    </fetcher.Form>
  )
}

/** 販売中 or 休み: the word is the state, the press is the other one. */
function SellSwitch({ goods: { id, name, status, heldReason, review } }: { goods: OwnGoods }) {
  const fetcher = useFetcher<RowAnswer>({ key: `move-${id}` })
  const refused = fetcher.state === 'idle' ? fetcher.data?.problem?.fields.move : undefined
  const asked = fetcher.formData?.get('move')
  const on = asked ? asked === 'list' : status === 'listed'
  if (heldReason || review) return null
  if (status === 'archived')
    return (
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="move" value="restore" className="btn" data-kind="line">
          リストにもどす<span className="visually-hidden">：{name}</span>
        </button>
      </fetcher.Form>
    )
  return (
    <fetcher.Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        role="switch"
        aria-checked={on}
        aria-label={`${name}を販売する`}
        name="move"
        value={on ? 'pause' : 'list'}
        className="sell-switch"
      >
        <i aria-hidden="true" />
        <span aria-hidden="true" className="w-[3.5em] text-start">
          {on ? '販売中' : '休み'}
        </span>
      </button>
      {refused && <FieldError>{refused}</FieldError>}
    </fetcher.Form>
  )
}

function PlaceButtons({ id, name, first, last }: { id: string; name: string; first: boolean; last: boolean }) {
  return (
    <Form method="post" className="flex" preventScrollReset>
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="id" value={id} />
      <button
        type="submit"
        name="by"
        value="-1"
        className="icon-btn size-(--target)"
        aria-label={`${name}を1つ上へ`}
        aria-disabled={first || undefined}
      >
        <ArrowUp aria-hidden="true" />
      </button>
      <button
        type="submit"
        name="by"
        value="1"
        className="icon-btn size-(--target)"
        aria-label={`${name}を1つ下へ`}
        aria-disabled={last || undefined}
      >
        <ArrowDown aria-hidden="true" />
      </button>
    </Form>
  )
}
