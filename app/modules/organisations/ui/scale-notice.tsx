import { formatDayWithYear } from '#kernel/format.ts'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import type { WeighingWith } from '../scales/scales.server.ts'

/** To a farm that weighs without a scale in date: until when it may, and where it registers one. */
export default function ScaleNotice({ weighing: { scales, until, isRefused } }: { weighing: WeighingWith }) {
  if (scales.length > 0) return null
  return (
    <Notice tone={isRefused ? 'akane' : 'tag'}>
      検査の期限内の取引用はかりが登録されていません。
      {isRefused
        ? '計量を記録できません。'
        : until
          ? `${formatDayWithYear(until)}を過ぎると、計量を記録できません。`
          : '計量の前に登録してください。'}
      <Link to="/farmer/scales" className="prose-link">
        はかりを登録する
      </Link>
    </Notice>
  )
}
