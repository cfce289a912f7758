import type { OrderId } from '#kernel/ids.ts'
import { type Deciding, WaitingPurchaseBody } from '#modules/ordering/ui/waiting-purchase.tsx'
import { CartonPanel } from '#ui/market.tsx'

type Props = Pick<Deciding, 'purchase' | 'mayApprove' | 'now'> & { deciders: readonly string[]; on: OrderId }

/** The purchase with which an order waits for approval. */
export default function ApprovalPanel({ deciders, ...purchase }: Props) {
  return (
    <CartonPanel aria-label="承認待ち" className="print:hidden">
      <div className="bg-surface text-ink">
        <p className="px-4 pt-4 font-bold">
          {purchase.mayApprove
            ? 'まだ注文していません。承認すると、農園に送信されます。'
            : `まだ注文していません。${deciders.map((name) => `${name}さん`).join('か')}の承認を待っています。`}
        </p>
        <WaitingPurchaseBody {...purchase} problem={undefined} />
      </div>
    </CartonPanel>
  )
}
