import { formatDayWithYear } from '#kernel/format.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import type { OpenInvoice } from '../own-reminders.server.ts'
import type { ReminderDays } from '../reminder-days.ts'

const word: Record<ReminderDays, string> = {
  '-3': '期日3日前のお知らせ',
  '0': '期日当日のお知らせ',
  '3': '期日3日後の督促',
  '7': '期日7日後の督促',
  '14': '期日14日後の督促',
}

/**
 * Of an invoice that is not paid: when it is collected, or the reminders that were sent, the next one, and from when on nothing
 * can be ordered.
 */
export const ReminderLines = ({ reminder, today }: { reminder: OpenInvoice; today: JstDate }) => {
  const { dueOn, sent, next, debitOn, stopOn } = reminder
  return (
    <ul className="grid w-full grid-cols-1 text-sub text-ink-2">
      {sent.map(({ days, at }) => (
        <li key={days}>
          送信済み：{word[days]}
          <span className="inline-block">（{formatDayWithYear(jstDateOf(at))}）</span>
        </li>
      ))}
      {debitOn && <li>{formatDayWithYear(debitOn)}に、登録口座から引き落とします。前日までに残高をご確認ください。</li>}
      {next && (
        <li>
          次回：{word[next.days]}
          <span className="inline-block">（{formatDayWithYear(next.on)}）</span>
        </li>
      )}
      {!debitOn && (
        <li className={dueOn < today ? 'font-bold text-akane' : ''}>
          {stopOn <= today
            ? 'ご入金を確認できないため、掛け払いの注文を停止しています。'
            : `ご入金を確認できない場合、${formatDayWithYear(stopOn)}から掛け払いの注文ができなくなります。`}
        </li>
      )}
    </ul>
  )
}
