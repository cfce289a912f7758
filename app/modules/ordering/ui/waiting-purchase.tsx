import { ChevronRight, Clock } from 'lucide-react'
import { Form, useNavigation } from 'react-router'
import { formatDay, formatDeadline, formatYen } from '#kernel/format.ts'
import type { OrderId } from '#kernel/ids.ts'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { TextField } from '#ui/field.tsx'
import { Link } from '#ui/link.tsx'
import type { WaitingPurchase } from '../open-orders.server.ts'
import { ruleOf } from '../process/transitions.ts'

export type Problem = { fields: Record<string, string>; summary: string; typed: Record<string, string> }
export type Deciding = {
  purchase: WaitingPurchase & { key: string }
  mayApprove: boolean
  now: Date
  problem: Problem | undefined
  /** Shown on the page of this order, which is therefore not linked again. */
  on?: OrderId
}

/** One waiting purchase: who asked, until when, what, and the possible actions. */
export function WaitingPurchaseBody({ purchase, mayApprove, now, problem, on }: Deciding) {
  const { orders, askedBy } = purchase
  const others = orders.filter(({ id }) => id !== on)
  const total = orders.reduce((sum, { figures }) => sum + figures.totalIncYen, 0)
  const until = orders.map(({ cutoffAt }) => cutoffAt).sort((a, b) => a.getTime() - b.getTime())[0]
  const number = orders[0]?.purchaseNumber
  return (
    <div className="grid grid-cols-1 gap-3 p-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <b>{askedBy} さん</b>
        <span className="num text-h3">{formatYen(total)}</span>
      </p>
      {until && (
        <p className="flex items-center gap-2 text-sub font-bold text-akane">
          <Clock aria-hidden="true" size={20} className="shrink-0" />
          {formatDeadline(until, now)}までに承認されない場合、
          {mayApprove ? `${askedBy}さんのかごに戻ります` : 'かごに戻ります'}
        </p>
      )}
      {others.length > 0 && (
        <ul className="grid grid-cols-1">
          {others.map((order) => (
            <li key={order.id} className="border-t border-line">
              <Link to={`/restaurant/orders/${order.id}`} className="flex min-h-11 items-center gap-2 py-2">
                <span className="grid min-w-0 grow">
                  <b>{order.farm.name}</b>
                  <span className="text-sub text-ink-2">
                    {formatDay(order.deliveryOn)}・{order.lines.length}点・{formatYen(order.figures.totalIncYen)}
                  </span>
                </span>
                <ChevronRight aria-hidden="true" className="shrink-0 text-ink-3" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {mayApprove ? <Decide {...{ purchase, number, problem }} /> : <Withdraw purchase={purchase} number={number} />}
    </div>
  )
}

type Of = { purchase: Deciding['purchase']; number: string | undefined }

function Decide({ purchase, number, problem }: Of & { problem: Problem | undefined }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <Form method="post" action="/restaurant">
        <Hidden purchase={purchase} />
        <Button kind="kaki" size="lg" className="w-full" name="intent" value="approve" busy={busy}>
          {ruleOf('approve').button}
          <span className="visually-hidden">（{number}）</span>
        </Button>
      </Form>
      <Disclosure
        summary={
          <>
            {ruleOf('sendBack').button}
            <span className="visually-hidden">（{number}）</span>
          </>
        }
        open={problem?.fields.reason !== undefined || undefined}
      >
        <Form method="post" action="/restaurant" className="grid grid-cols-1 gap-3">
          <Hidden purchase={purchase} />
          <TextField
            id={`reason-${purchase.purchaseId}`}
            label="理由"
            name="reason"
            need="required"
            help="依頼者に通知されます"
            maxLength={200}
            autoComplete="off"
            defaultValue={problem?.typed.reason}
            error={problem?.fields.reason}
          />
          <Button kind="line" name="intent" value="sendBack" busy={busy}>
            理由を入力して差し戻す
          </Button>
        </Form>
      </Disclosure>
    </>
  )
}

function Withdraw({ purchase, number }: Of) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action="/restaurant">
      <Hidden purchase={purchase} />
      <Button kind="line" className="w-full" name="intent" value="withdraw" busy={busy}>
        {ruleOf('withdraw').button}
        <span className="visually-hidden">（{number}）</span>
      </Button>
    </Form>
  )
}

const Hidden = ({ purchase }: { purchase: Deciding['purchase'] }) => (
  <>
    <input type="hidden" name="key" value={purchase.key} />
    <input type="hidden" name="purchaseId" value={purchase.purchaseId} />
  </>
)
