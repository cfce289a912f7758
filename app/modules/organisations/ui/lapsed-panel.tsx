import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import type { ShownLapsed } from '../documents/farm-papers.server.ts'
import { LapsedList } from './lapsed-list.tsx'

/** On the farm's first page: what is no longer on sale, why, and the one thing to do. */
export default function LapsedPanel({ lapsed }: { lapsed: readonly ShownLapsed[] }) {
  const waits = lapsed.every(({ arrived }) => arrived)
  return (
    <Card lined aria-labelledby="lapsed">
      <div className="grid grid-cols-1 gap-4 p-4 md:p-6">
        <h2 id="lapsed" className="text-h3 font-bold">
          {waits ? '書類を確認しています' : '書類の期限が切れたため、販売を停止しています'}
        </h2>
        <LapsedList lapsed={lapsed} />
        <p className="flex flex-wrap gap-3">
          <ButtonLink to="/profile/organisation" kind={waits ? 'line' : 'pine'}>
            {waits ? '送信した書類を見る' : '新しい書類を送信する'}
          </ButtonLink>
        </p>
      </div>
    </Card>
  )
}
