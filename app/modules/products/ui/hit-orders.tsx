import { formatDay } from '#kernel/format.ts'
import { farmStateWord } from '#modules/ordering/order-labels.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { HitOrder } from '../vacation/vacations.server.ts'
import '#styles/kit/choice.css'

/**
 * Existing orders for days on which the farm will not ship: one question each, inside the form that closes the days.
 */
export const HitOrders = ({ hit }: { hit: readonly HitOrder[] }) =>
  hit.length === 0 ? null : (
    <>
      <Notice tone="tag">
        この日に出荷する注文が、すでに{hit.length}件あります。1件ずつ、対応を選択してください。
      </Notice>
      {hit.map((order) => (
        <fieldset key={order.id} className="card grid gap-1 p-3">
          <legend className="float-left w-full font-bold">
            {order.restaurant}　{formatDay(order.shipOn)}に出荷
          </legend>
          <p className="text-sub text-ink-2">
            {order.number}・{farmStateWord[order.state]}・{formatDay(order.deliveryOn)}に納品・
            <Link to={`/farmer/orders/${order.id}`} className="underline">
              注文を見る
            </Link>
          </p>
          <label className="choice">
            <input type="radio" name={`fate.${order.id}`} value="ship" required />
            <span className="choice-words">休業中でも、この注文は予定どおり出荷する</span>
          </label>
          {order.mayDecline ? (
            <label className="choice">
              <input type="radio" name={`fate.${order.id}`} value="decline" required />
              <span className="choice-words">この注文を辞退する（飲食店に理由が通知されます）</span>
            </label>
          ) : (
            <p className="text-sub text-ink-2">
              受注確定済みのため、ここでは辞退できません。出荷できない場合は「注文を見る」から飲食店に相談してください。
            </p>
          )}
        </fieldset>
      ))}
    </>
  )

/** The orders that the answer to a refused form asks about. */
export const hitIn = (answer: object | null | undefined): readonly HitOrder[] =>
  answer && 'hit' in answer && Array.isArray(answer.hit) ? answer.hit : []
