import type { NoHarvestDone } from '#modules/products/harvest/cannot-harvest.server.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { shortOutcomeDone } from './short-outcome-word.ts'

const names = new Intl.ListFormat('ja')

/** What became of every order, those that were left as they are first. */
export function NoHarvestResult({ done: { orders, unseen, closed, stillOpen } }: { done: NoHarvestDone }) {
  const refused = orders.filter((order) => order.refused !== null)
  const answered = orders.filter((order) => order.refused === null)
  return (
    <section aria-labelledby="no-harvest-done" className="grid grid-cols-1 gap-4">
      <div role="status">
        <h2 id="no-harvest-done" className="text-h3 font-bold">
          {answered.length}件に回答しました{refused.length > 0 && `（${refused.length}件は未回答）`}
        </h2>
      </div>
      {unseen > 0 && (
        <Notice tone="tag">対象の注文が、他に{unseen}件あります。もう一度、対象の注文を確認してください。</Notice>
      )}
      {closed.length > 0 && <Notice>{names.format(closed)}の販売を停止しました。</Notice>}
      {stillOpen.length > 0 && (
        <Notice tone="tag">
          {names.format(stillOpen)}
          の収穫見込みは、選択した日以外も含むため変更していません。
          <Link to="/farmer/harvest" className="prose-link">
            収穫の画面
          </Link>
          で変更してください。
        </Notice>
      )}
      <ul className="card">
        {[...refused, ...answered].map(({ orderId, number, restaurant, outcome, refused: why }) => (
          <li key={orderId} className="border-t border-line px-4 py-3 first:border-t-0">
            <Link to={`/farmer/orders/${orderId}`} className="prose-link font-bold">
              {restaurant}
            </Link>
            <span className="ms-2 text-sub text-ink-2">{number}</span>
            <p className={why ? 'font-bold text-akane' : ''}>{why ?? (outcome && shortOutcomeDone[outcome])}</p>
          </li>
        ))}
      </ul>
      <ButtonLink size="lg" to="/farmer/orders" className="w-full">
        受注に戻る
      </ButtonLink>
    </section>
  )
}
