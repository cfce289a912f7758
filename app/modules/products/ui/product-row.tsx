import { ArrowDown, ArrowUp, ArrowUpToLine, CloudUpload, Ellipsis } from 'lucide-react'
import type { FormEvent } from 'react'
import { Form, useFetcher } from 'react-router'
import { formatDay, formatNumber, formatYen } from '#kernel/format.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import type { ShownLapsed } from '#modules/organisations/documents/farm-papers.server.ts'
import { FieldError } from '#ui/field-frame.tsx'
import { iconShape } from '#ui/icon-button.tsx'
import { Link } from '#ui/link.tsx'
import { Stepper } from '#ui/stepper.tsx'
import type { OwnGoods } from '../own-products.server.ts'
import { statusWord } from '../product-fields.ts'
import type { StockQueue } from './stock-queue.ts'
import { useStockSaid } from './use-stock-queue.ts'
import '#styles/kit/goods-table.css'

type RowAnswer = { problem?: { summary: string; fields: Record<string, string> } } | undefined

type Props = {
  goods: OwnGoods
  mayChange: boolean
  /** Whether it can be moved up and down. */
  first: boolean
  last: boolean
  /** The form's key, so that a repeated press on the same page does nothing more. */
  formKey: string
  problem: string | undefined
  /** Stores presses until they have been sent; null before the script has started. */
  queue: StockQueue | null
  /** The farm's kinds of goods whose documents have expired. */
  lapsed: readonly ShownLapsed[]
}

/** One product of the farm: name, stock, whether it is on sale, and the possible actions. */
export function ProductRow({ goods, mayChange, first, last, formKey, problem, queue, lapsed }: Props) {
  const { id, name, packLabel, unitLabel, picture, priceYen, catchWeight } = goods
  return (
    <tr id={`goods-${id}`} className="goods-row scroll-mt-4" data-product={id}>
      <td className="goods-picture">
        <img className="photo" src={pictureAddress(picture, 160)} alt="" width={72} height={72} loading="lazy" />
      </td>
      <th scope="row" className="goods-name">
        <Link to={`/farmer/products/edit/${id}`} className="-my-2 block py-2 hover:underline">
          <span className="line-clamp-2">{name}</span>
        </Link>
        <span className="block text-sub font-normal text-ink-2">{packLabel}</span>
      </th>
      <td className="goods-price num">
        {formatYen(priceYen)}/{catchWeight ? 'kg' : unitLabel}
      </td>
      <td className="goods-state">
        {goods.audience === 'chosen' && <p className="text-sub font-bold text-pine-ink">選択した飲食店にのみ公開</p>}
        <State goods={goods} lapsed={lapsed} />
      </td>
      <td className="goods-stock">
        {mayChange ? (
          <Stock {...{ goods, formKey, problem, queue }} />
        ) : (
          <b className="num">
            {formatNumber(goods.stock)}
            {unitLabel}
          </b>
        )}
      </td>
      <td className="goods-switch">{mayChange ? <SellSwitch goods={goods} /> : <b>{statusWord[goods.status]}</b>}</td>
      {mayChange && (
        <td className="goods-more">
          <details>
            <summary {...iconShape(`${name}の他の操作`)}>
              <Ellipsis aria-hidden="true" />
            </summary>
            <div>
              <Link to={`/farmer/products/edit/${id}`} className="btn" data-kind="line">
                編集<span className="visually-hidden">：{name}</span>
              </Link>
              <Form method="post">
                <input type="hidden" name="id" value={id} />
                <button type="submit" name="intent" value="duplicate" className="btn" data-kind="line">
                  複製して新規登録<span className="visually-hidden">：{name}</span>
                </button>
              </Form>
              <PlaceButtons {...{ id, name, first, last }} />
              {goods.status !== 'archived' && <PutAway goods={goods} />}
            </div>
          </details>
        </td>
      )}
    </tr>
  )
}

function State({ goods, lapsed }: Pick<Props, 'goods' | 'lapsed'>) {
  const { heldReason, review, reviewNote, status, stock, sellsFrom } = goods
  const ended = lapsed.filter(({ kind }) => goods.lapsed.includes(kind))
  return (
    <>
      {heldReason && <p className="text-akane">運営が販売を停止しています：{heldReason}</p>}
      {!heldReason && review === 'waiting' && <p className="text-ai">運営が確認中です。確認後に販売が開始されます</p>}
      {!heldReason && review === 'returned' && <p className="text-akane">運営から差し戻し：{reviewNote}</p>}
      {ended.length > 0 && (
        <p className="text-akane">
          書類の期限切れのため、飲食店に表示されません（{ended.map(lapsedText).join('、')}）。
          {ended.every(({ arrived }) => arrived) ? (
            '新しい書類は、運営が確認中です'
          ) : (
            <Link to="/profile/organisation" className="underline">
              新しい書類を送信する
            </Link>
          )}
        </p>
      )}
      {!heldReason && !review && ended.length === 0 && status === 'listed' && stock === 0 && (
        <p className="text-akane">
          {sellsFrom === 'harvest' ? '収穫見込みがないため、注文できません' : '品切れのため、注文できません'}
        </p>
      )}
    </>
  )
}

/** 漬物・11月20日(金)まで */
const lapsedText = ({ word, endedOn }: ShownLapsed): string => `${word}${endedOn ? `・${formatDay(endedOn)}まで` : ''}`

function Stock({ goods, formKey, problem, queue }: Pick<Props, 'goods' | 'formKey' | 'problem' | 'queue'>) {
  const { id, name, stock, unitLabel, sellsFrom } = goods
  const said = useStockSaid(queue)
  if (sellsFrom === 'harvest')
    return (
      <Link
        to={`/farmer/harvest?product=${id}`}
        className="inline-flex min-h-(--target) items-center font-bold underline"
      >
        収穫見込み：あと{formatNumber(stock)}
        {unitLabel}
      </Link>
    )
  const shown = queue?.shown(id, stock) ?? stock
  const refused = said?.refused.get(id) ?? problem
  const isWaiting = said?.stopped != null && said.waiting.some((word) => word.id === id)
  const say = (event: FormEvent<HTMLFormElement>) => {
    if (!queue) return
    event.preventDefault()
    const pressed = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent.submitter : null
    if (pressed instanceof HTMLButtonElement && pressed.name === 'stock') {
      const by = Number(pressed.value) - shown
      if (by !== 0) queue.say({ key: crypto.randomUUID(), id, by }, name)
      return
    }
    const typed = new FormData(event.currentTarget).get('stock-typed')
    queue.sayTyped(id, typeof typed === 'string' ? typed : '', shown, name)
  }
  return (
    <Form method="post" className="grid" preventScrollReset onSubmit={say}>
      <input type="hidden" name="intent" value="stock" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="seen" value={stock} />
      <input type="hidden" name="key" value={`${formKey}-${id}-${stock}`} />
      {/* the first button of the form: what Enter presses, so that a typed number is submitted and not the minus */}
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
      {isWaiting && (
        <p className="flex items-center gap-1 text-sub font-bold text-ai">
          <CloudUpload aria-hidden="true" size={20} />
          未送信
        </p>
      )}
      {refused && <FieldError id={`stock-${id}-error`}>{refused}</FieldError>}
    </Form>
  )
}

/** 販売中 or 販売休止: the label is the state, a press switches to the other. */
function SellSwitch({ goods: { id, name, status, heldReason, review } }: { goods: OwnGoods }) {
  const fetcher = useFetcher<RowAnswer>({ key: `move-${id}` })
  const refused = fetcher.state === 'idle' ? fetcher.data?.problem?.summary : undefined
  const asked = fetcher.formData?.get('move')
  const on = asked ? asked === 'list' : status === 'listed'
  if (heldReason || review) return null
  if (status === 'archived')
    return (
      <fetcher.Form method="post">
        <input type="hidden" name="intent" value="move" />
        <input type="hidden" name="id" value={id} />
        <button type="submit" name="move" value="restore" className="btn" data-kind="line">
          リストに戻す<span className="visually-hidden">：{name}</span>
        </button>
        {refused && <FieldError>{refused}</FieldError>}
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
          {on ? '販売中' : '販売休止'}
        </span>
      </button>
      {refused && <FieldError>{refused}</FieldError>}
    </fetcher.Form>
  )
}

/** Archives it, with its photos and its history; it can be restored at any time. */
function PutAway({ goods: { id, name } }: Pick<Props, 'goods'>) {
  const fetcher = useFetcher<RowAnswer>({ key: `away-${id}` })
  const refused = fetcher.state === 'idle' ? fetcher.data?.problem?.summary : undefined
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <button type="submit" name="move" value="archive" className="btn" data-kind="line">
        保管する（来年再開できます）<span className="visually-hidden">：{name}</span>
      </button>
      {refused && <FieldError>{refused}</FieldError>}
    </fetcher.Form>
  )
}

function PlaceButtons({ id, name, first, last }: { id: string; name: string; first: boolean; last: boolean }) {
  const places = [
    { by: 'first', word: '先頭へ', Icon: ArrowUpToLine, off: first },
    { by: 'up', word: '上へ', Icon: ArrowUp, off: first },
    { by: 'down', word: '下へ', Icon: ArrowDown, off: last },
  ] as const
  return (
    <Form method="post" className="grid grid-cols-[auto_1fr_1fr] gap-1" preventScrollReset>
      <input type="hidden" name="intent" value="place" />
      <input type="hidden" name="id" value={id} />
      {places.map(({ by, word, Icon, off }) => (
        <button
          key={by}
          type="submit"
          name="by"
          value={by}
          className="btn px-2"
          data-kind="text"
          aria-disabled={off || undefined}
        >
          <Icon aria-hidden="true" size={20} />
          <span className="visually-hidden">{name}を</span>
          {word}
        </button>
      ))}
    </Form>
  )
}
