import { formatDay } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'

/** 12月1日(火)、12月2日(水): a line may break between two days, never inside one. */
export const Days = ({ days }: { days: readonly JstDate[] }) =>
  days.map((day, index) => (
    <span key={day} className="whitespace-nowrap">
      {formatDay(day)}
      {index < days.length - 1 && '、'}
    </span>
  ))
