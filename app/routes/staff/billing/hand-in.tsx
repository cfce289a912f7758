import { formatDay } from '#kernel/format.ts'
import type { debitRunDetail } from '#modules/payments/debit/debit-run.server.ts'
import { Notice } from '#ui/notice.tsx'

type Props = Pick<Awaited<ReturnType<typeof debitRunDetail>>['run'], 'state' | 'handInBy' | 'isLate'>

/** Until when the bank takes the request; past it, what to do if its file was never made. */
export function HandIn({ state, handInBy, isLate }: Props) {
  const day = formatDay(handInBy)
  if (state === 'requested') return <p>送信期限 {day}</p>
  if (!isLate) return <p>依頼データを、{day}までに銀行へ送信してください。</p>
  return (
    <Notice tone="akane">
      {`依頼データを作成しないまま、送信期限（${day}）を過ぎました。この口座振替を取り消し、別の振替日で作成し直してください。`}
    </Notice>
  )
}
