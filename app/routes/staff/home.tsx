import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderState } from '#kernel/enums.ts'
import { formatDayWithYear, formatNumber } from '#kernel/format.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { proxyHealth } from '#modules/admin/proxy-health.server.ts'
import {
  type EndingPermit,
  longestWaiting,
  permitNoticeDays,
  type WaitingThing,
} from '#modules/admin/waiting.server.ts'
import { outdatedDocuments } from '#modules/issued-documents/outdated-documents.server.ts'
import { stateWord } from '#modules/ordering/order-labels.ts'
import { ordersUnderWay } from '#modules/ordering/staff-counts.server.ts'
import { goodsKindWord } from '#modules/organisations/approval/requirements.ts'
import { waited } from '#modules/support/ui/inquiry-table.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/home.ts'
import { requireStaff } from './require-staff.server.ts'
import '#styles/kit/waiting-list.css'

export const handle = { live: 'orders' }
export const meta: Route.MetaFunction = () => ownMeta('管理ホーム')

export const loader = page(async (ctx, { context }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return {
    underWay: await ordersUnderWay(ctx),
    ...(await longestWaiting(ctx)),
    outdated: (await outdatedDocuments(ctx)).count,
    noticeDays: permitNoticeDays,
    proxyAdvice: (await proxyHealth(ctx, context.get(requestFacts).trustedProxies)).advice,
    now: ctx.now,
  }
})

/** The states of an order, in their order. */
const way = ['placed', 'accepted', 'preparing', 'partly_shipped', 'shipped', 'delivered'] as const

/** Counts of open tasks as links; then the longest-waiting task of any kind, and expiring permits. */
export default function StaffHomePage({ loaderData, matches }: Route.ComponentProps) {
  const { underWay, things, permits, outdated, noticeDays, proxyAdvice, now } = loaderData
  const { waiting } = matches[1].loaderData
  const nothing = !underWay.placed && outdated === 0 && Object.values(waiting).every((count) => count === 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <h1 className="text-h2">
        <Head as="span">対応待ち</Head>
      </h1>
      {proxyAdvice && (
        <Notice tone="akane">
          {proxyAdvice}
          <Link to="/test/check" className="prose-link ms-2 font-bold">
            診断を見る
          </Link>
        </Notice>
      )}
      {nothing && <EmptyState>対応待ちはありません</EmptyState>}
      <ul className="waiting-list">
        <Waiting to="/admin/users?status=submitted" name="承認待ちの申し込み" unit="件" count={waiting.applications} />
        <Waiting
          to="/admin/inquiries?state=all&whose=me"
          name="自分のお問い合わせ"
          unit="件"
          count={waiting.myInquiries}
        />
        <Waiting
          to="/admin/inquiries?state=all&whose=nobody"
          name="担当者未定のお問い合わせ"
          unit="件"
          count={waiting.freeInquiries}
        />
        <Waiting to="/admin/orders?state=placed" name="農園の回答待ちの注文" unit="件" count={underWay.placed ?? 0} />
        <Waiting to="#longest" name="出荷日を過ぎた注文" unit="件" count={waiting.lateOrders} />
        <Waiting to="/admin/claims" name="決定待ちの報告" unit="件" count={waiting.claims} />
        <Waiting to="/admin/talks" name="チャットの報告" unit="件" count={waiting.reports} />
        <Waiting to="/admin/reviews" name="評価の報告" unit="件" count={waiting.reviews} />
        <Waiting to="/admin/recalls" name="対応中の回収" unit="件" count={waiting.recalls} />
        <Waiting
          to="/admin/undelivered"
          name="FAXを送信できなかった注文（7日間）"
          unit="件"
          count={waiting.failedFaxes}
        />
        <Waiting to="/admin/statements" name="支払通知書への異議" unit="件" count={waiting.objections} />
        <Waiting to="/admin/payouts" name="承認待ちの振込" unit="件" count={waiting.payRuns} />
        <Waiting to="/admin/payouts#holds" name="支払期日の近い留保" unit="件" count={waiting.longHolds} />
        <Waiting to="/admin/ledger/jobs" name="失敗した自動処理" unit="件" count={waiting.failedJobs} />
        <Waiting to="/admin/documents" name="登録番号が異なる書類" unit="件" count={outdated} />
        <Waiting to="/admin/products" name="確認待ちの商品" unit="点" count={waiting.goods} />
        <Waiting to="#permits" name={`許可証の期限（${noticeDays}日以内）`} unit="件" count={waiting.permits} />
        <Waiting to="/test/mails" name="送信できなかったメール（7日間）" unit="通" count={waiting.failedMails} />
      </ul>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <Panel id="longest" head={<Head as="h2">待ち時間の長い順</Head>}>
          {things.length === 0 && <p className="px-4 pb-4">対応待ちはありません</p>}
          <ol className="grid grid-cols-1">
            {things.map((thing) => (
              <ThingRow key={`${thing.of} ${thing.id}`} thing={thing} now={now} />
            ))}
          </ol>
        </Panel>
        <div className="grid grid-cols-1 gap-6">
          <Panel id="permits" head={<Head as="h2">期限の近い許可証</Head>}>
            {permits.length === 0 && <p className="px-4 pb-4">{noticeDays}日以内に切れる許可証はありません。</p>}
            <ul className="grid grid-cols-1">
              {permits.map((permit) => (
                <PermitRow key={`${permit.id} ${permit.name}`} permit={permit} today={jstDateOf(now)} />
              ))}
            </ul>
          </Panel>
          <Panel head={<Head as="h2">進行中の注文</Head>}>
            <ul className="grid grid-cols-1">
              {way.map((state) => (
                <StateRow key={state} state={state} count={underWay[state] ?? 0} />
              ))}
            </ul>
          </Panel>
        </div>
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
        className="group flex min-h-20 items-center justify-between gap-4 rounded-card border border-line bg-surface px-5 py-3 shadow-1 hover:shadow-2"
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

const kinds: Record<WaitingThing['of'], { word: string; tone: BadgeTone; to: (id: string) => string }> = {
  farm: { word: '農園の申し込み', tone: 'tag', to: (id) => `/admin/users/farm-${id}` },
  restaurant: { word: '飲食店の申し込み', tone: 'tag', to: (id) => `/admin/users/restaurant-${id}` },
  order: { word: '遅れ', tone: 'akane', to: (id) => `/admin/orders/${id}` },
  claim: { word: '報告', tone: 'akane', to: (id) => `/admin/claims/${id}` },
  inquiry: { word: 'お問い合わせ', tone: 'ai', to: (id) => `/admin/inquiries/${id}` },
  fax: { word: 'FAX未送信', tone: 'akane', to: (id) => `/admin/orders/${id}` },
  recall: { word: '回収', tone: 'akane', to: (id) => `/admin/recalls/${id}` },
  review: { word: '評価の報告', tone: 'kaki', to: (id) => `/admin/reviews/${id}` },
  hold: { word: '留保', tone: 'akane', to: () => '/admin/payouts#holds' },
  mail: { word: 'メール', tone: 'kaki', to: (id) => `/test/mails/${id}` },
}

function ThingRow({ thing, now }: { thing: WaitingThing; now: Date }) {
  const { word, tone, to } = kinds[thing.of]
  return (
    <Row to={to(thing.id)}>
      <span className="w-36 shrink-0">
        <Badge tone={tone}>{word}</Badge>
      </span>
      <span className="grid min-w-0 grow">
        <span className="truncate font-bold tabular-nums">{thing.name}</span>
        <span className="truncate text-sub text-ink-2">{thing.more}</span>
      </span>
      <span className="text-sub whitespace-nowrap tabular-nums">{waited(thing.since, now)}</span>
    </Row>
  )
}

const PermitRow = ({ permit, today }: { permit: EndingPermit; today: JstDate }) => (
  <Row to={kinds[permit.of].to(permit.id)}>
    <span className="grid min-w-0 grow justify-items-start">
      <span className="font-bold">{permit.organisation}</span>
      <span className="max-w-full truncate text-sub text-ink-2">{permit.name}</span>
      {(permit.lapsed.length > 0 || permit.arrived) && (
        <span className="flex flex-wrap gap-1 py-1">
          {permit.lapsed.length > 0 && (
            <Badge tone="akane">販売停止中：{permit.lapsed.map((kind) => goodsKindWord[kind]).join('、')}</Badge>
          )}
          {permit.arrived && <Badge tone="tag">新しい書類が届いています</Badge>}
        </span>
      )}
    </span>
    <span className="text-sub whitespace-nowrap text-akane">
      {formatDayWithYear(permit.expiresOn)}
      {permit.expiresOn < today ? 'に期限切れ' : 'まで'}
    </span>
  </Row>
)

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
  <section id={id} className="card scroll-mt-6">
    <div className="p-4 text-h4">{head}</div>
    {children}
  </section>
)
