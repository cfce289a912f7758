import { formatDay } from '#kernel/format.ts'
import { StockForm } from '#modules/lists/ui/stock-form.tsx'
import { ProblemNotice } from '#modules/ordering/ui/problem-notice.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Route } from './+types/list-stock.ts'
import { PageBar } from './page-bar.tsx'

export default function ListStockScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { list, counted } = loaderData
  const problem = actionData?.problem
  return (
    <>
      <PageBar back={`/restaurant/lists?list=${list.id}`} backLabel="いつもの注文へもどる" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">「{list.name}」の棚卸し</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-12">
        {problem && <ProblemNotice problem={problem} />}
        <p>
          <b>{formatDay(list.on)}に届く分</b>
          。残っている数を入れると、いつもの数（適量）との差が出ます。空のままの品は入れません。半分は 0.5
          と入れてください。
        </p>
        {list.awake.length === 0 ? (
          <EmptyState action={<ButtonLink to={`/restaurant/lists/${list.id}`}>品を入れる</ButtonLink>}>
            いま数えられる品がありません。
          </EmptyState>
        ) : (
          <StockForm list={list} typed={problem?.typed ?? counted} fields={problem?.fields ?? {}} />
        )}
        {list.asleep.length > 0 && (
          <p className="text-sub text-ink-2">
            お休み中の品は数えません：{list.asleep.map(({ name }) => name).join('、')}
          </p>
        )}
      </div>
    </>
  )
}
