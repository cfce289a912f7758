import { Notice } from '#ui/notice.tsx'
import { Stray, type TaskProps } from './task-parts.tsx'

/** An order that was declined, cancelled or given up. */
export default function NoTask({ stray }: TaskProps) {
  return stray ? <Stray problem={stray} /> : <Notice>この注文で必要な操作はありません。</Notice>
}
