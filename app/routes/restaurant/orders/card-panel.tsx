import { formatYen } from '#kernel/format.ts'
import type { CardPayment } from '#modules/payments/card/card-desk.server.ts'
import { type CardState, cardStateWord } from '#modules/payments/card/card-labels.ts'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'

const toneOf: Record<CardState, BadgeTone> = {
  waiting: 'ai',
  held: 'ai',
  failed: 'akane',
  taking: 'ai',
  paid: 'matcha',
  unpaid: 'akane',
  none: 'line',
}

/** How the order is paid by card: what is held, taken and given back, and what to do if the card did not pay. */
export default function CardPanel({ card }: { card: CardPayment }) {
  const { state, advice } = card
  const amounts = [
    ['確保している金額', card.heldYen],
    ['決済した金額', card.paidYen],
    ['返金した金額', card.refundedYen],
    ['カードで未決済の金額', card.unpaidYen],
  ] as const
  return (
    <section aria-labelledby="card-payment" className="card grid gap-3 p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 id="card-payment">
          <Head as="span" className="text-h3">
            カードでのお支払い
          </Head>
        </h2>
        <Badge tone={toneOf[state]}>{cardStateWord[state]}</Badge>
      </div>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        {amounts.map(
          ([word, yen]) =>
            yen > 0 && (
              <div key={word} className="col-span-2 grid grid-cols-subgrid">
                <dt className="text-ink-2">{word}</dt>
                <dd className="text-end font-bold tabular-nums">{formatYen(yen)}</dd>
              </div>
            ),
        )}
      </dl>
      {state === 'held' && (
        <p className="text-sub text-ink-2">
          見込み金額の115%です。計量後に確定した金額だけを決済し、残りは解放します。
        </p>
      )}
      {advice && <p>{advice}</p>}
      {(state === 'failed' || state === 'unpaid') && (
        <p>
          <Link to="/restaurant/Account/card" className="prose-link inline-flex min-h-11 items-center">
            お支払い用のカード
          </Link>
        </p>
      )}
    </section>
  )
}
