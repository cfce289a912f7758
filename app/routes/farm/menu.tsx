import { ChevronRight, LogOut, type LucideIcon } from 'lucide-react'
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
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/menu.ts'
import { farmPlaces, goodsPlaces, helpPlaces } from './farm-places.ts'

export const meta: MetaFunction = () => ownMeta('メニュー')

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
          <Head as="span">メニュー</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 items-start gap-5 p-4 lg:px-8 lg:grid-cols-2">
        <nav aria-label="商品と農園" className="card grid grid-cols-1 lg:hidden">
          {[...goodsPlaces, ...farmPlaces].map(({ to, Icon, word }) => (
            <Row
              key={to}
              to={to}
              Icon={Icon}
              word={asked > 0 && to === '/farmer/requests' ? `${word}（回答待ち ${asked}）` : word}
            />
          ))}
        </nav>
        <nav aria-label="サポート" className="card grid grid-cols-1">
          {helpPlaces.map((place) => (
            <Row key={place.to} {...place} />
          ))}
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
