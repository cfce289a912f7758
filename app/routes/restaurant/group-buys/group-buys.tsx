import { Form, redirect } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import { readCode } from '#modules/group-buying/code.server.ts'
import { type OwnGroupBuy, ownGroupBuys } from '#modules/group-buying/group-queries.server.ts'
import { endingWord } from '#modules/group-buying/group-words.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/group-buys.ts'

export const meta = () => ownMeta('共同購入')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false, footer: false } }

/** The group buys of the restaurant; `?code=` is an invitation that was typed. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const buyer = requireBuyer(ctx.actor)
  if (!buyer.restaurantApproved) return { state: 'waiting' as const }
  const typed = new URL(request.url).searchParams.get('code')
  const code = typed === null ? null : readCode(typed)
  if (code) return redirect(`/restaurant/group-buys/${code}`)
  return { state: 'open' as const, now: ctx.now, typed, groups: await ownGroupBuys(ctx) }
})

export default function GroupBuysPage({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageBar back="/restaurant" backLabel="ホームへ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">共同購入</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-12">
        <p>
          近隣の店舗と1つの荷物で取り寄せ、送料を分担します。注文と請求は店舗ごとで、締切までに参加した店舗の商品は、募集した店舗にまとめて届きます。
        </p>
        {loaderData.state === 'waiting' ? (
          <EmptyState>飲食店が承認されると利用できます。</EmptyState>
        ) : (
          <>
            <Form method="get" className="card grid grid-cols-[minmax(0,1fr)_auto] items-end gap-3 p-4" noValidate>
              <TextField
                label="招待コード"
                name="code"
                defaultValue={loaderData.typed ?? ''}
                error={
                  loaderData.typed === null ? undefined : '招待コードは10文字です。招待に記載のとおり入力してください。'
                }
                autoComplete="off"
                autoCapitalize="characters"
                maxLength={20}
              />
              <Button>開く</Button>
            </Form>
            <Groups groups={loaderData.groups} now={loaderData.now} />
          </>
        )}
      </div>
    </>
  )
}

function Groups({ groups, now }: { groups: readonly OwnGroupBuy[]; now: Date }) {
  if (groups.length === 0)
    return (
      <EmptyState action={<ButtonLink to="/restaurant/cart">かごを開く</ButtonLink>}>
        募集するには、農園の商品をかごに入れ、かごの「近隣の店舗と共同購入する」を選択してください。
      </EmptyState>
    )
  return (
    <ul className="card" aria-label="募集・参加した共同購入">
      {groups.map((group) => (
        <li key={group.code} className="border-t border-line first:border-t-0">
          <Link
            to={`/restaurant/group-buys/${group.code}`}
            className="flex min-h-18 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2 hover:bg-pine-tint"
          >
            <span className="grid min-w-0 leading-snug">
              <b className="wrap-anywhere">{group.farm}</b>
              <span className="text-sub text-ink-2">
                {formatDay(group.deliveryOn)}お届け・{group.kitchens}店舗・{group.opened ? '募集' : '参加'}
              </span>
              {group.endedAt === null && (
                <span className="text-sub text-ink-2">締切 {formatDeadline(group.closesAt, now)}</span>
              )}
            </span>
            <Badge tone={group.endedAt === null ? 'pine' : 'line'}>
              {group.ending === null ? (now < group.closesAt ? '募集中' : '締切済み') : endingWord[group.ending]}
            </Badge>
          </Link>
        </li>
      ))}
    </ul>
  )
}
