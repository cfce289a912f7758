import { Form } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import { pictureAddress } from '#kernel/picture-name.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import type { HarvestGoods } from '#modules/products/harvest/harvest.server.ts'
import { HarvestDayForm } from '#modules/products/ui/harvest-day-form.tsx'
import { HarvestGrid } from '#modules/products/ui/harvest-grid.tsx'
import { periodText } from '#modules/products/vacation/vacation.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/harvest.ts'
import { OneGoods } from './harvest-goods.tsx'
import { Lots } from './harvest-lots.tsx'

export type Loaded = Route.ComponentProps['loaderData']

/** What can be promised: one product at a time, days and a range; below, past harvests. */
export default function HarvestPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { chosen, mayPromise } = loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">収穫</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-6 p-4 pb-24 lg:px-8">
        {problem && <RefusalNotice problem={problem} />}
        <p className="flex flex-wrap gap-2">
          <Link to="/farmer/harvest/list" className="chip">
            収穫リスト
          </Link>
          <Link to="/farmer/harvest/none" className="chip whitespace-normal">
            収穫できない商品
          </Link>
        </p>
        {chosen ? (
          <Days it={loaderData} goods={chosen} problem={problem} />
        ) : (
          <EmptyState action={<ButtonLink to="/farmer/products/List">商品を見る</ButtonLink>}>
            収穫見込みで販売する商品はまだありません。商品の「出荷できる数量」で「収穫見込みで販売」を選択すると、ここに表示されます
          </EmptyState>
        )}
        <div className={`grid grid-cols-1 items-start gap-6 ${chosen ? 'lg:grid-cols-2' : ''}`}>
          {chosen && (
            <section aria-labelledby="promise-title" className="grid grid-cols-1 gap-4">
              <h2 id="promise-title" className="text-h3 font-bold">
                今後の見込み
              </h2>
              <OneGoods goods={chosen} {...{ mayPromise, problem }} it={loaderData} />
            </section>
          )}
          <Lots it={loaderData} problem={problem?.typed.intent?.startsWith('lot') ? problem : undefined} />
        </div>
      </div>
    </>
  )
}

type DaysProps = { it: Loaded; goods: HarvestGoods; problem: Problem | undefined }

/** Two weeks at a glance: touch a day, or press 「昨日と同じ」. */
function Days({ it, goods, problem }: DaysProps) {
  const { harvests, day, done, mayPromise, today, formKey, sameKey } = it
  const { again } = goods
  return (
    <section id="days" aria-labelledby="days-title" className="grid scroll-mt-4 grid-cols-1 gap-4">
      <h2 id="days-title" className="text-h3 font-bold">
        今後2週間
      </h2>
      {harvests.length > 1 && (
        <nav aria-label="商品" className="flex flex-wrap gap-2">
          {harvests.map(({ id, name, picture }) => (
            <Link
              key={id}
              to={`/farmer/harvest?product=${id}`}
              aria-current={id === goods.id ? 'page' : undefined}
              className="inline-flex min-h-(--target) items-center gap-2 rounded-full border-2 border-line-strong py-1 pe-4 ps-1 font-bold aria-[current]:border-pine aria-[current]:bg-pine-tint"
            >
              <img
                src={pictureAddress(picture, 160)}
                alt=""
                width={44}
                height={44}
                className="photo size-11 rounded-full object-cover"
              />
              {name}
            </Link>
          ))}
        </nav>
      )}
      {done && (
        <Form method="post" className="flex flex-wrap items-center gap-3 rounded-card bg-matcha-tint p-3">
          <p role="status" className="grow font-bold">
            {periodText(done)}に{done.mostQty}
            {goods.unitLabel}を登録しました。{done.promised}
            {goods.unitLabel}まで受注します。
          </p>
          <input type="hidden" name="productId" value={goods.id} />
          <input type="hidden" name="id" value={done.id} />
          {mayPromise && done.reserved === 0 && (
            <Button kind="line" name="intent" value="withdraw">
              元に戻す
            </Button>
          )}
        </Form>
      )}
      <HarvestGrid harvests={harvests} chosen={goods} day={day?.day ?? null} />
      {mayPromise && again && (
        <Form method="post" preventScrollReset className="grid grid-cols-1 gap-1 sm:justify-items-start">
          <input type="hidden" name="key" value={sameKey} />
          <input type="hidden" name="productId" value={goods.id} />
          <input type="hidden" name="day" value={again.day} />
          <Button size="lg" name="intent" value="same">
            {likeWord(again.like, today)}と同じ
          </Button>
          <p className="text-sub text-ink-2">
            {formatDay(again.day)}に
            {again.leastQty === again.mostQty ? again.mostQty : `${again.leastQty}〜${again.mostQty}`}
            {goods.unitLabel}を登録します
          </p>
        </Form>
      )}
      {mayPromise && day && (
        <HarvestDayForm
          goods={goods}
          it={day}
          formKey={formKey}
          {...(problem?.typed.day && { typed: problem.typed, error: problem.fields.qty })}
        />
      )}
      {goods.past.length > 0 && (
        <details>
          <summary className="min-h-(--target) cursor-pointer content-center font-bold">過去2週間</summary>
          <ul className="grid gap-1 pb-2">
            {goods.past.map((window) => (
              <li key={window.id}>
                {periodText(window)}　{window.promised}
                {goods.unitLabel}のうち、注文 {window.reserved}
                {goods.unitLabel}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const likeWord = (like: JstDate, today: JstDate): string =>
  like === today ? '今日' : like === addDays(today, -1) ? '昨日' : formatDay(like)
