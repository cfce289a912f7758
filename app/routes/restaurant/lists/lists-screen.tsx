import { ClipboardList, ListPlus, Pencil, Repeat, RotateCcw } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { formatDay, formatDeadline } from '#kernel/format.ts'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import type { OpenShoppingList } from '#modules/shopping-lists/open-list.server.ts'
import type { ListSummary } from '#modules/shopping-lists/shopping-lists.server.ts'
import { ListChips } from '#modules/shopping-lists/ui/list-chips.tsx'
import { OfOtherDays } from '#modules/shopping-lists/ui/of-other-days.tsx'
import { OrderFromList } from '#modules/shopping-lists/ui/order-from-list.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { TextField } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { useCartLines, useShop } from '../layout/shell.ts'
import type { Route } from './+types/lists.ts'

export default function ListsScreen({ loaderData, actionData }: Route.ComponentProps) {
  const problem = actionData?.problem
  const inCart = useCartLines()
  return (
    <div className="mx-auto grid w-full max-w-[46rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-36 lg:px-8 lg:pt-8 lg:pb-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h1>
          <Head as="span" className="text-h2 lg:text-h1">
            いつもの注文
          </Head>
        </h1>
        <Link
          to="/restaurant/standing"
          className="inline-flex min-h-11 items-center gap-1.5 font-bold text-pine underline underline-offset-4"
        >
          <Repeat aria-hidden="true" size={20} />
          自動注文
        </Link>
      </div>
      {problem && <ProblemNotice problem={problem} />}
      {loaderData.state === 'waiting' && (
        <EmptyState action={<ButtonLink to="/restaurant/products">食材を見る</ButtonLink>}>
          飲食店が承認されると、「いつもの」の商品をここから一括で注文できます。
        </EmptyState>
      )}
      {loaderData.state === 'none' && <None formKey={loaderData.formKey} />}
      {loaderData.state === 'open' && (
        <>
          <Chips lists={loaderData.lists} list={loaderData.list} chosenOn={loaderData.chosenOn} />
          <Days list={loaderData.list} now={loaderData.now} />
          {loaderData.why === 'last_used' && <OfOtherDays list={loaderData.list} />}
          {loaderData.list.awake.length + loaderData.list.asleep.length === 0 ? (
            <EmptyState action={<ButtonLink to={`/restaurant/lists/${loaderData.list.id}`}>商品を追加</ButtonLink>}>
              「{loaderData.list.name}」には、まだ商品がありません。
            </EmptyState>
          ) : (
            <OrderFromList
              key={`${loaderData.list.id} ${loaderData.list.on}`}
              list={loaderData.list}
              sum={loaderData.sum}
              chosenOn={loaderData.chosenOn}
              fields={problem?.fields ?? {}}
              inCart={inCart}
            />
          )}
          <NewList formKey={loaderData.formKey} error={problem?.fields.name} />
        </>
      )}
    </div>
  )
}

/** Before there is any list: one button creates them. */
function None({ formKey }: { formKey: string }) {
  return (
    <>
      <EmptyState action={<FromHistory formKey={formKey} size="lg" />}>
        よく注文する商品を曜日ごとに登録しておくと、数量を確認してすぐに注文できます。
      </EmptyState>
      <NewList formKey={formKey} error={undefined} />
    </>
  )
}

function FromHistory({ formKey, size }: { formKey: string; size: 'md' | 'lg' }) {
  const busy = useNavigation().formData?.get('intent') === 'from-history'
  return (
    <Form method="post" action="/restaurant/lists">
      <input type="hidden" name="intent" value="from-history" />
      <input type="hidden" name="key" value={formKey} />
      <Button size={size} kind={size === 'lg' ? 'pine' : 'line'} busy={busy}>
        <RotateCcw aria-hidden="true" />
        これまでの注文から作成
      </Button>
    </Form>
  )
}

type Open = { lists: readonly ListSummary[]; list: OpenShoppingList; chosenOn: string | null }

function Chips({ lists, list, chosenOn }: Open) {
  const day = chosenOn ? `&on=${chosenOn}` : ''
  return (
    <nav aria-label="リスト" className="flex flex-wrap items-center gap-2">
      <ListChips lists={lists} openId={list.id} address={(id) => `/restaurant/lists?list=${id}${day}`} />
      <Link
        to={`/restaurant/lists/${list.id}/stock`}
        className="ms-auto inline-flex min-h-11 items-center gap-1.5 font-bold text-pine underline underline-offset-4"
      >
        <ClipboardList aria-hidden="true" size={20} />
        棚卸し
      </Link>
      <Link
        to={`/restaurant/lists/${list.id}`}
        className="inline-flex min-h-11 items-center gap-1.5 font-bold text-pine underline underline-offset-4"
      >
        <Pencil aria-hidden="true" size={20} />
        並べ替え・編集
      </Link>
    </nav>
  )
}

const mostDays = 5

/** The delivery for which the quantities are, and the other possible ones. */
function Days({ list, now }: { list: OpenShoppingList; now: Date }) {
  const { holidays } = useShop()
  const others = list.days.filter((day) => day !== list.on).slice(0, mostDays)
  return (
    <div className="grid gap-1 rounded-control bg-pine-tint px-4 py-3 text-pine-ink">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
        <b className="text-lead">{formatDay(list.on, holidays[list.on] ?? null)}に届く分</b>
        {list.cutoffAt && <span className="text-sub font-bold">締切 {formatDeadline(list.cutoffAt, now)}</span>}
      </p>
      {others.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 text-sub">
          他の日：
          {others.map((day) => (
            <Link
              key={day}
              to={`/restaurant/lists?list=${list.id}&on=${day}`}
              className="inline-flex min-h-11 items-center font-bold whitespace-nowrap underline underline-offset-4"
              preventScrollReset
            >
              {formatDay(day, holidays[day] ?? null)}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

function NewList({ formKey, error }: { formKey: string; error: string | undefined }) {
  const busy = useNavigation().formData?.get('intent') === 'make'
  return (
    <Disclosure summary="リストを追加" open={error !== undefined || undefined}>
      <div className="grid grid-cols-1 gap-4">
        <Form method="post" action="/restaurant/lists" className="grid grid-cols-1 gap-3">
          <input type="hidden" name="intent" value="make" />
          <input type="hidden" name="key" value={formKey} />
          <TextField
            label="リストの名前"
            name="name"
            help="曜日やコースの名前など（例 週末のコース）"
            error={error}
            maxLength={40}
          />
          <p>
            <Button kind="line" busy={busy}>
              <ListPlus aria-hidden="true" />
              空のリストを作成する
            </Button>
          </p>
        </Form>
        <FromHistory formKey={formKey} size="md" />
      </div>
    </Disclosure>
  )
}
