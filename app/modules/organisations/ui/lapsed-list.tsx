import { formatDayWithYear } from '#kernel/format.ts'
import { Badge } from '#ui/badge.tsx'
import type { ShownLapsed } from '../documents/farm-papers.server.ts'

/** The kinds of goods that are held back, each with its reason and progress. */
export const LapsedList = ({ lapsed }: { lapsed: readonly ShownLapsed[] }) => (
  <div className="grid grid-cols-1 gap-3">
    <ul className="grid grid-cols-1 border-y border-line">
      {lapsed.map(({ kind, word, endedOn, arrived }) => (
        <li key={kind} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line py-3 not-first:border-t">
          <b className="text-h4">{word}</b>
          <Badge tone={arrived ? 'tag' : 'akane'}>{arrived ? '新しい書類を確認中' : '販売停止中'}</Badge>
          <span className="basis-full text-sub text-ink-2">
            {endedOn ? `書類の期限は ${formatDayWithYear(endedOn)} まででした。` : '書類の期限が切れました。'}
          </span>
        </li>
      ))}
    </ul>
    <p>
      停止中の商品は、飲食店に表示されず、注文もできません。新しい書類を運営が確認すると、販売を自動で再開します。他の商品は、これまでどおり販売できます。
    </p>
  </div>
)
