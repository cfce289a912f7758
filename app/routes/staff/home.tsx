import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay, formatNumber } from '#kernel/format.ts'
import type { OrderState } from '#kernel/words.ts'
import { stateWord } from '#modules/ordering/order-words.ts'
import { ordersForStaff } from '#modules/ordering/staff-counts.server.ts'
import { failedMailCount } from '#modules/outbox/mail-queries.server.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '../page.server.ts'
import type { Route } from './+types/home.ts'
import { requireStaff } from './require-staff.server.ts'

export const meta: Route.MetaFunction = () => [{ title: '管理のホーム｜畝と皿' }]

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  requireStaff(ctx)
  return { ...(await ordersForStaff(ctx)), failedMails: await failedMailCount(ctx) }
})

/** The states through which an order goes, in their order. */
const way = ['placed', 'accepted', 'preparing', 'partly_shipped', 'shipped', 'delivered'] as const

/** What waits, as numbers that are links; then what is late, the longest due first. */
export default function StaffHomePage({ loaderData: { underWay, late, failedMails }, matches }: Route.ComponentProps) {
  const { waiting } = matches[1].loaderData
  const nothing = late.count + failedMails === 0 && !underWay.placed && Object.values(waiting).every((count) => !count)
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-h2">
        <Head as="span">待っているもの</Head>
      </h1>
      {nothing && <EmptyState>待っているものはありません。</EmptyState>}
      <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 2xl:grid-cols-4">
        <Waiting to="/admin/orders?state=placed" name="農園の返事を待つ注文" unit="件" count={underWay.placed ?? 0} />
        <Waiting to="#late" name="出す日をすぎた注文" unit="件" count={late.count} />
        <Waiting to="/admin/inquiries" name="新しいお問い合わせ" unit="件" count={waiting.inquiries} />
        <Waiting to="/test/mails" name="送れなかったメール（7日間）" unit="通" count={failedMails} />
      </ul>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <Panel head={<Head as="h2">進んでいる注文</Head>}>
          <ul className="grid grid-cols-1">
            {way.map((state) => (
              <StateRow key={state} state={state} count={underWay[state] ?? 0} />
            ))}
          </ul>
        </Panel>
        <Panel id="late" head={<Head as="h2">遅れている注文</Head>}>
          {late.count === 0 && <p className="px-4 pb-4">出す日をすぎた注文はありません。</p>}
          <ul className="grid grid-cols-1">
            {late.first.map(({ id, number, restaurant, farm, shipOn }) => (
              <Row key={id} to={`/admin/orders/${id}`}>
                <span className="grid min-w-0 grow">
                  <span className="font-bold tabular-nums">{number}</span>
                  <span className="text-sub text-ink-2">
                    {farm} → {restaurant}
                  </span>
                </span>
                <span className="text-sub whitespace-nowrap text-akane">出す日 {formatDay(shipOn)}</span>
              </Row>
            ))}
          </ul>
          {late.count > late.first.length && (
            <p className="border-t border-line px-4 py-3 text-sub">
              ほかに{formatNumber(late.count - late.first.length)}件
            </p>
          )}
        </Panel>
      </div>
    </div>
  )
}

/** Yellow while something waits. */
function Waiting({ to, name, unit, count }: { to: string; name: string; unit: string; count: number }) {
  return (
    <li>
      <Link
        to={to}
        data-waits={count > 0 || undefined}
        className="group flex min-h-24 items-center justify-between gap-4 rounded-card border border-line bg-surface px-5 py-3 shadow-1 hover:shadow-2"
      >
        <span className="font-bold">{name}</span>
        <span className="rounded-tag bg-sunken px-4 whitespace-nowrap group-data-waits:bg-tag group-data-waits:text-tag-ink">
          <span className="num text-h1">{formatNumber(count)}</span>
          <span className="ms-1 text-sub font-bold">{unit}</span>
        </span>
      </Link>
    </li>
  )
}

const StateRow = ({ state, count }: { state: OrderState; count: number }) => (
  <Row to={`/admin/orders?state=${state}`}>
    <span className="grow">{stateWord[state]}</span>
    <span className="num-col">{formatNumber(count)}</span>
  </Row>
)

const Row = ({ to, children }: { to: string; children: ReactNode }) => (
  <li className="border-t border-line">
    <Link to={to} className="flex min-h-12 items-center gap-3 px-4 py-1.5 hover:bg-sunken">
      {children}
      <ChevronRight aria-hidden="true" size={18} className="shrink-0 text-ink-3" />
    </Link>
  </li>
)

const Panel = ({ id, head, children }: { id?: string; head: ReactNode; children: ReactNode }) => (
  <section id={id} className="card">
    <div className="p-4 text-h4">{head}</div>
    {children}
  </section>
)
