import { ChevronRight } from 'lucide-react'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { formatDay } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { regulars } from '#modules/products/prices/regulars.server.ts'
import { WhichPriceWins } from '#modules/products/ui/which-price-wins.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/regulars.ts'

export const meta = () => ownMeta('お得意さま価格')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  return {
    regulars: await regulars(ctx),
    seesMoney: can(ctx.actor, 'order_money.see', { farmId, restaurantId: null }),
  }
})

/** The restaurants that have ordered before, and which of them have own prices. */
export default function RegularsPage({ loaderData, matches }: Route.ComponentProps) {
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">お得意さま価格</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:mx-0 lg:max-w-4xl pb-24 lg:px-8">
        {loaderData.regulars.length === 0 ? (
          <EmptyState>注文のあった飲食店が、ここに表示されます。まだありません。</EmptyState>
        ) : !loaderData.seesMoney ? (
          <Notice tone="ai">お得意さま価格を閲覧・設定できるのは、農園主と、金額の閲覧を許可された方です。</Notice>
        ) : (
          <>
            <p className="text-lead">価格を設定する飲食店を選択してください。</p>
            <ul className="card">
              {loaderData.regulars.map(({ id, name, orders, lastOn, ownPrices }) => (
                <li key={id} className="border-t border-line first:border-t-0">
                  <Link
                    to={`/farmer/regulars/${id}`}
                    className="flex min-h-18 items-center gap-3 px-4 py-2 hover:bg-pine-tint"
                  >
                    <span className="grid min-w-0 grow">
                      <b className="text-h4">{name}</b>
                      <span className="text-sub text-ink-2">
                        注文{orders}回・前回{formatDay(lastOn)}
                      </span>
                    </span>
                    {ownPrices > 0 && <Badge tone="pine">価格あり {ownPrices}</Badge>}
                    <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )}
        <WhichPriceWins />
        <p className="text-ink-2">
          設定した価格は、その飲食店にのみ「お得意さま価格」と表示されます。他の飲食店や農園には表示されません。
        </p>
      </div>
    </>
  )
}
