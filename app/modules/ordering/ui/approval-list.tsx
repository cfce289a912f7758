import { Head } from '#ui/head.tsx'
import { CartonLines } from '#ui/market.tsx'
import { Notice } from '#ui/notice.tsx'
import { type Deciding, type Problem, WaitingPurchaseBody } from './waiting-purchase.tsx'

export type Approvals = { waiting: Deciding['purchase'][]; mayApprove: boolean }
type Props = Approvals & { now: Date; problem: Problem | undefined }

/** 承認待ち: what an owner has to approve or refuse; for the requester, what they wait for. */
export default function ApprovalList({ waiting, mayApprove, now, problem }: Props) {
  return (
    <section aria-labelledby="approval" className="grid scroll-mt-20 grid-cols-1 gap-3">
      <h2 id="approval">
        <Head as="span" className="text-h2">
          承認待ち
        </Head>
      </h2>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      <ul className="grid grid-cols-1 gap-3 md:grid-cols-2">
        {waiting.map((purchase) => (
          <Waiting
            key={purchase.purchaseId}
            {...{ purchase, mayApprove, now }}
            problem={problem?.typed.purchaseId === purchase.purchaseId ? problem : undefined}
          />
        ))}
      </ul>
    </section>
  )
}

function Waiting(one: Deciding) {
  const category = one.purchase.orders[0]?.lines[0]?.category
  return (
    <li className="card">
      <CartonLines category={category} />
      <WaitingPurchaseBody {...one} />
    </li>
  )
}
