import { FileDown } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { formatDay, formatMoment } from '#kernel/format.ts'
import type { RecallAnswer } from '#kernel/recall-enums.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { Link } from '#ui/link.tsx'
import type { LotFilter } from '../lot-filter.ts'
import type { ReceivedLot } from '../lot-lists.server.ts'
import { answerWord } from '../recalls/recall-labels.ts'
import { LotSearch, withAfter } from './lot-list.tsx'

type AskedRecall = {
  id: string
  farm: string
  reason: string
  begunAt: Date
  closedAt: Date | null
  answer: RecallAnswer | null
}
type Props = {
  rows: readonly ReceivedLot[]
  next: string | null
  filter: LotFilter
  recalls: readonly AskedRecall[]
}

/** The restaurant's deliveries with their harvests; and what was recalled. */
export default function ReceivedLots({ rows, next, filter, recalls }: Props) {
  const [search] = useSearchParams()
  const isFiltered = filter.words !== '' || filter.on !== null
  const orders = [...Map.groupBy(rows, ({ orderId }) => orderId).values()]
  return (
    <>
      {recalls.length > 0 && <Recalls recalls={recalls} />}
      <LotSearch filter={filter} label="ロット番号・商品・農園" dayLabel="お届け日" />
      <p className="print:hidden">
        <a href={`/restaurant/lots.csv?${search}`} className="btn" data-kind="line" download>
          <FileDown aria-hidden="true" />
          <Explained inControl>CSV</Explained>
        </a>
      </p>
      {orders.length === 0 ? (
        <EmptyState action={isFiltered && <ButtonLink to="/restaurant/lots">すべて表示</ButtonLink>}>
          {isFiltered
            ? '条件に一致する商品はありません。'
            : '届いた商品のロットが、ここに表示されます。収穫日を後から確認できます。'}
        </EmptyState>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {orders.map((lots) => (
            <Delivery key={lots[0]?.orderId} lots={lots} />
          ))}
        </ul>
      )}
      {next && (
        <ButtonLink kind="line" size="lg" to={`?${withAfter(search, next)}`}>
          以前のお届けを見る
        </ButtonLink>
      )}
    </>
  )
}

function Delivery({ lots }: { lots: readonly ReceivedLot[] }) {
  const [first] = lots
  if (!first) return null
  return (
    <li className="card grid grid-cols-1 gap-2 p-3 print:break-inside-avoid">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b>{formatDay(first.deliveryOn)}</b>
        <span>{first.farm}</span>
        <Link
          to={`/restaurant/orders/${first.orderId}`}
          className="prose-link ms-auto inline-flex min-h-11 items-center text-sub"
        >
          {first.number}
        </Link>
      </p>
      <ul className="grid grid-cols-1 gap-1">
        {lots.map((lot) => (
          <li
            key={`${lot.lotId} ${lot.name} ${lot.qty}`}
            className="grid grid-cols-1 gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-baseline"
          >
            <span>
              <b>{lot.name}</b>　{lot.code}
              {lot.recalled && (
                <Badge tone="akane" className="ms-2">
                  回収
                </Badge>
              )}
            </span>
            <span className="text-sub tabular-nums">
              {formatDay(lot.harvestedOn)}の収穫
              {lot.bestBeforeOn && (
                <>
                  ・<span className="whitespace-nowrap">期限 {formatDay(lot.bestBeforeOn)}</span>
                </>
              )}
              <b className="ms-3 whitespace-nowrap">
                {lot.qty}
                {lot.unit}
              </b>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}

const Recalls = ({ recalls }: { recalls: readonly AskedRecall[] }) => (
  <section aria-labelledby="recalls-title" className="grid grid-cols-1 gap-2">
    <h2 id="recalls-title" className="text-h4 font-bold">
      回収のお願い
    </h2>
    <ul className="grid grid-cols-1 gap-2">
      {recalls.map((it) => (
        <li key={it.id} className="card flex flex-wrap items-center gap-x-3 p-3">
          <Link to={`/restaurant/recalls/${it.id}`} className="prose-link inline-flex min-h-11 items-center font-bold">
            {it.farm}　{formatMoment(it.begunAt)}
          </Link>
          <Badge tone={it.answer ? 'matcha' : it.closedAt ? 'line' : 'akane'}>
            {it.answer ? answerWord[it.answer] : it.closedAt ? '終了' : '未回答'}
          </Badge>
          <span className="w-full text-sub text-ink-2">{it.reason}</span>
        </li>
      ))}
    </ul>
  </section>
)
