import {
  ArrowDownToLine,
  Banknote,
  BookOpenText,
  ChevronDown,
  ClipboardList,
  CreditCard,
  Files,
  FileText,
  HandCoins,
  History,
  House,
  KeyRound,
  Landmark,
  LogOut,
  type LucideIcon,
  MailX,
  Megaphone,
  Menu,
  MessageCircle,
  MessagesSquare,
  PackageSearch,
  PanelsTopLeft,
  ReceiptText,
  Scale,
  Search,
  ShieldCheck,
  Sprout,
  Star,
  Stethoscope,
  Tags,
  Undo2,
  Users,
  X,
} from 'lucide-react'
import { Suspense } from 'react'
import { data, Form, Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { isRecentAuth } from '#authorization/recent-auth.ts'
import { waitingForMe } from '#modules/admin/waiting.server.ts'
import { liveCursor } from '#modules/audit-log/tell-live.server.ts'
import { RecentProof } from '#modules/identity/ui/staff-proof.tsx'
import AppearanceForm from '#routes/shell/appearance-form.tsx'
// Of use once the page is there.
import LiveUpdates from '#routes/shell/live-updates.tsx' with { load: 'later' }
import { ButtonLink } from '#ui/button.tsx'
import { useFlash } from '#ui/flash-message.ts'
import { Head } from '#ui/head.tsx'
import { NavLink } from '#ui/link.tsx'
import { Logo } from '#ui/logo.tsx'
import { FlashMessage } from '#ui/notice.tsx'
import { takeFlash } from '#web/flash-message.server.ts'
import { guarded } from '#web/guard.server.ts'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/layout.ts'
import { StaffRole } from './may.tsx'
import { requireStaff } from './require-staff.server.ts'
import '#styles/kit/staff-bar.css'

export const middleware = guarded('auth')
export const handle = { role: 'admin' }

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { name, role } = requireStaff(ctx)
  const waiting = await waitingForMe(ctx)
  const { flash, headers } = await takeFlash(request)
  const fresh = isRecentAuth(ctx.actor, ctx.now)
  return data({ name, role, flash, waiting, fresh, after: await liveCursor(ctx) }, { headers })
})

export const shouldRevalidate = ({ actionStatus = 200 }: ShouldRevalidateFunctionArgs) => actionStatus < 400

export default function StaffLayout({
  loaderData: { name, role, flash: brought, waiting, fresh, after },
}: Route.ComponentProps) {
  const { key } = useLocation()
  const flash = useFlash(brought)
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
      <header className="no-print relative bg-[#22304a] text-white [--focus-halo:#22304a] [--focus:#ffd65a] lg:sticky lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:p-3">
        <div className="staff-bar flex items-center gap-3 px-4 py-2 lg:mb-4 lg:px-2 lg:pt-3 lg:pb-0">
          <Logo className="rounded-full ring-2 ring-white/70" />
          <Head as="span" className="staff-bar-word text-h4">
            管理
          </Head>
        </div>
        <details
          // navigation to another page closes it
          key={key}
          className="group absolute inset-x-0 top-0 z-(--z-header) lg:hidden"
        >
          <summary className="ms-auto flex min-h-14 w-fit list-none items-center gap-2 px-4 font-bold [&::-webkit-details-marker]:hidden">
            <Menu aria-hidden="true" size={20} className="group-open:hidden" />
            <X aria-hidden="true" size={20} className="hidden group-open:block" />
            メニュー
            <Count n={totalOf(waiting)} counted="件が対応待ちです" className="ms-1" />
          </summary>
          <div className="grid gap-2 border-t border-white/25 bg-[#22304a] p-2 shadow-2">
            <nav aria-label="管理メニュー" className="grid grid-cols-1 gap-1 min-[22rem]:grid-cols-2">
              <Items waiting={waiting} />
            </nav>
            <Own name={name} />
          </div>
        </details>
        <nav aria-label="管理メニュー" className="hidden lg:grid lg:grow lg:grid-cols-1 lg:content-start lg:gap-1">
          <Items waiting={waiting} />
        </nav>
        <details className="group hidden border-t border-white/25 pt-2 lg:mt-3 lg:block">
          <summary className="flex min-h-11 list-none items-center px-3 text-sub [&::-webkit-details-marker]:hidden">
            {name}
            <ChevronDown aria-hidden="true" size={18} className="ms-auto group-open:rotate-180" />
          </summary>
          <Own />
        </details>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 p-4 lg:p-6">
        <FlashMessage flash={flash} className="mb-4" />
        <RecentProof value={fresh}>
          <StaffRole value={role}>
            <Outlet />
          </StaffRole>
        </RecentProof>
      </main>
      <Suspense>
        <LiveUpdates address="/admin/live" after={after} unread={null} />
      </Suspense>
    </div>
  )
}

type Waiting = Route.ComponentProps['loaderData']['waiting']

const inquiriesOf = ({ myInquiries, freeInquiries }: Waiting) => myInquiries + freeInquiries
/** The sum of all counts in the menu, for when it is closed. */
const totalOf = (waiting: Waiting) =>
  waiting.applications +
  waiting.lateOrders +
  waiting.claims +
  waiting.goods +
  waiting.reports +
  waiting.reviews +
  waiting.recalls +
  waiting.failedFaxes +
  waiting.objections +
  waiting.payRuns +
  waiting.longHolds +
  waiting.failedJobs +
  inquiriesOf(waiting)

const Items = ({ waiting }: { waiting: Waiting }) => (
  <>
    <Item to="/admin" word="ホーム" Icon={House} end />
    <Item
      to="/admin/users"
      word="会員"
      Icon={Users}
      count={waiting.applications}
      counted="件の申し込みが承認待ちです"
    />
    <Item
      to="/admin/orders"
      word="注文"
      Icon={ClipboardList}
      count={waiting.lateOrders}
      counted="件が出荷日を過ぎています"
    />
    <Item to="/admin/claims" word="報告" Icon={Scale} count={waiting.claims} counted="件が決定待ちです" />
    <Item to="/admin/products" word="商品" Icon={Sprout} count={waiting.goods} counted="点が確認待ちです" />
    <Item
      to="/admin/inquiries"
      word="お問い合わせ"
      Icon={MessageCircle}
      count={inquiriesOf(waiting)}
      counted="件が対応待ちです"
    />
    <Item
      to="/admin/talks"
      word="チャット"
      Icon={MessagesSquare}
      count={waiting.reports}
      counted="件の報告が対応待ちです"
    />
    <Item to="/admin/billing" end word="請求" Icon={ReceiptText} />
    <Item to="/admin/billing/deposits" word="入金" Icon={Landmark} />
    <Item to="/admin/billing/cards" word="カード決済" Icon={CreditCard} />
    <Item to="/admin/billing/debits" word="口座振替" Icon={ArrowDownToLine} />
    <Item to="/admin/billing/credit" word="掛け払い" Icon={HandCoins} />
    <Item
      to="/admin/statements"
      word="支払通知書"
      Icon={FileText}
      count={waiting.objections}
      counted="件の異議が回答待ちです"
    />
    <Item
      to="/admin/payouts"
      word="支払い"
      Icon={Banknote}
      count={waiting.payRuns + waiting.longHolds}
      counted="件の振込・留保が対応待ちです"
    />
    <Item
      to="/admin/ledger"
      word="帳簿"
      Icon={BookOpenText}
      count={waiting.failedJobs}
      counted="件の自動処理が失敗しています"
    />
    <Item to="/admin/documents" word="発行書類" Icon={Files} />
    <Item to="/admin/lots" word="ロット" Icon={PackageSearch} />
    <Item to="/admin/recalls" word="回収" Icon={Undo2} count={waiting.recalls} counted="件が対応中です" />
    <Item to="/admin/reviews" word="評価" Icon={Star} count={waiting.reviews} counted="件の報告が対応待ちです" />
    <Item to="/admin/requests" word="リクエスト" Icon={Search} />
    <Item to="/admin/freight" word="送料" Icon={PackageSearch} />
    <Item to="/admin/categories" word="分類と品目" Icon={Tags} />
    <Item to="/admin/announcements" word="お知らせ" Icon={Megaphone} />
    <Item
      to="/admin/undelivered"
      word="不達のお知らせ"
      Icon={MailX}
      count={waiting.failedFaxes}
      counted="件の注文をFAXで送信できていません"
    />
    <Item to="/admin/pages" word="ページ" Icon={PanelsTopLeft} />
    <Item to="/admin/audit" word="履歴" Icon={History} />
    <Item to="/admin/staff" word="運営の担当者" Icon={ShieldCheck} />
    <Item to="/test" word="部品と診断" Icon={Stethoscope} />
  </>
)

/** The administrator's own settings: login, appearance, and sign-out. Labelled where no summary names the owner. */
const Own = ({ name }: { name?: string }) => (
  <div className="grid gap-3 rounded-control bg-surface p-3 text-ink [--focus-halo:#ffcf33] [--focus:#1f4e8c] lg:my-2">
    {name && <p className="font-bold">{name}</p>}
    <ButtonLink to="/admin/profile" kind="text" icon={<KeyRound aria-hidden="true" />} className="justify-self-start">
      自分のサインイン設定
    </ButtonLink>
    <AppearanceForm />
    <Form method="post" action="/auth/signOut" reloadDocument>
      <input type="hidden" name="door" value="staff" />
      <button type="submit" className="btn w-full" data-kind="line">
        <LogOut aria-hidden="true" />
        サインアウト
      </button>
    </Form>
  </div>
)

type ItemProps = { to: string; word: string; Icon: LucideIcon; end?: boolean; count?: number; counted?: string }

/** Waiting tasks are counted in yellow, and in words for screen readers. */
function Item({ to, word, Icon, end, count = 0, counted }: ItemProps) {
  return (
    <NavLink
      to={to}
      end={end}
      className="relative flex min-h-11 shrink-0 items-center gap-2 rounded-control px-2 font-bold lg:gap-3 lg:px-3 hover:bg-white/10 aria-[current]:bg-white aria-[current]:text-[#22304a]"
    >
      <Icon size={20} aria-hidden="true" className="shrink-0" />
      {word}
      <Count n={count} counted={counted} className="ms-auto" />
    </NavLink>
  )
}

const Count = ({ n, counted, className }: { n: number; counted: string | undefined; className: string }) =>
  n > 0 && (
    <b
      className={`num grid h-6 min-w-6 place-items-center rounded-full bg-[#ffcf33] px-1.5 text-[13px] leading-none text-[#1b1a10] ${className}`}
    >
      {n}
      <span className="visually-hidden">{counted}</span>
    </b>
  )
