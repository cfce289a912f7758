import {
  BadgeCheck,
  Bell,
  BookOpenText,
  CalendarX,
  ChevronRight,
  HandCoins,
  LogOut,
  type LucideIcon,
  MessageCircleQuestion,
  Sprout,
  Tractor,
  Truck,
  UserRoundCog,
  Users,
  Wheat,
} from 'lucide-react'
import { Form, type MetaFunction } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { requestsWaiting } from '#modules/sourcing/asked-requests.server.ts'
import AppearanceForm from '#routes/shell/appearance-form.tsx'
import { FooterLinks } from '#routes/shell/footer.tsx'
import { WorkplaceSwitch } from '#routes/shell/workplace-switch.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import type { Route } from './+types/menu.ts'

export const meta: MetaFunction = () => [{ title: 'その他｜畝と皿' }]

export const loader = page(async (ctx, _: Route.LoaderArgs) => ({
  person: requireFarm(ctx.actor).name,
  asked: await requestsWaiting(ctx),
}))

/** Everything that is not today's work: help, appearance, rules, sign-out. */
export default function FarmMenuPage({ loaderData: { person, asked }, matches }: Route.ComponentProps) {
  const { facts } = matches[1].loaderData
  return (
    <>
      <FieldHeader facts={facts} line={`${facts.farm.name}　${person}さん`}>
        <h1 className="text-h2">
          <Head as="span">その他</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 items-start gap-5 p-4 lg:grid-cols-2">
        <nav aria-label="商品と農園" className="card grid grid-cols-1">
          <Row to="/farmer/shipments" Icon={Truck} word="出荷履歴" />
          <Row to="/farmer/products/List" Icon={Sprout} word="商品" />
          <Row
            to="/farmer/requests"
            Icon={MessageCircleQuestion}
            word={asked > 0 ? `リクエスト（回答待ち ${asked}）` : 'リクエスト'}
          />
          <Row to="/farmer/regulars" Icon={HandCoins} word="お得意さま価格" />
          <Row to="/farmer/harvest" Icon={Wheat} word="収穫" />
          <Row to="/farmer/lots" Icon={BookOpenText} word="ロット" />
          <Row to="/farmer/recalls" Icon={Bell} word="回収と訓練" />
          <Row to="/farmer/Vacation" Icon={CalendarX} word="休業と出荷" />
          <Row to="/farmer/Intro" Icon={Tractor} word="農園の紹介" />
          <Row to="/farmer/reviews" Icon={MessageCircleQuestion} word="評価" />
          <Row to="/farmer/profile" Icon={BadgeCheck} word="農園のページ" />
        </nav>
        <nav aria-label="サポート" className="card grid grid-cols-1">
          <Row to="/notices" Icon={Bell} word="お知らせ" />
          <Row to="/profile" Icon={UserRoundCog} word="マイ設定" />
          <Row to="/farmer/members" Icon={Users} word="メンバー" />
          <Row to="/farmer/Guide" Icon={BookOpenText} word="使い方" />
          <Row to="/restaurant/Inquiry" Icon={MessageCircleQuestion} word="お問い合わせ" />
        </nav>
        <section className="card grid grid-cols-1 gap-3 p-4">
          <Head as="h2" className="text-h4">
            画面の表示
          </Head>
          <AppearanceForm />
        </section>
        {facts.farm.places.length > 1 && (
          <section className="card grid grid-cols-1 p-4">
            <WorkplaceSwitch places={facts.farm.places} />
          </section>
        )}
        <Form method="post" action="/auth/signOut" reloadDocument>
          <button type="submit" className="btn w-full" data-kind="line" data-size="lg">
            <LogOut aria-hidden="true" />
            サインアウト
          </button>
        </Form>
        <div className="px-1">
          <FooterLinks />
        </div>
      </div>
    </>
  )
}

const Row = ({ to, Icon, word }: { to: string; Icon: LucideIcon; word: string }) => (
  <Link
    to={to}
    className="flex min-h-17 items-center gap-3 border-t border-line px-4 py-2 text-h4 font-bold first:border-t-0 hover:bg-pine-tint"
  >
    <Icon aria-hidden="true" size={28} className="shrink-0 text-pine" />
    <span className="phrase min-w-0 grow">{word}</span>
    <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
  </Link>
)
