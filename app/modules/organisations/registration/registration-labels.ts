import { formatDayWithYear } from '#kernel/format.ts'
import { invoiceNumberRefusalText } from '#kernel/invoice-number.ts'
import { addDays, type JstDate } from '#kernel/jst.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'
import type { Registration, RegistrationProblem } from './registration.ts'

export const registrationTitle = '適格請求書発行事業者の登録'

/** 2023年10月1日〜2026年11月15日 */
export const periodText = ({ fromOn, untilOn }: Registration): string =>
  `${formatDayWithYear(fromOn)}〜${untilOn === null ? '' : formatDayWithYear(addDays(untilOn, -1))}`

export const historyText = (history: readonly Registration[]): string =>
  history.map((it) => `${it.number}（${periodText(it)}）`).join('、')

/** What a change does, and what it leaves alone. */
export const registrationRule =
  '請求書と支払通知書には、供給日（納品日）に有効な登録番号を記載します。変更は、これから発行する書類に反映されます。発行済みの書類の記載と異なる場合は、運営が書類を差し替えます。'

export const unconfirmed = '通知書または公表サイトで確認し、チェックを入れてください。'

/** It is uncertain whether the check digit applies to sole traders, so they are only asked to check the number. */
export const recordedText = ({ number, fromOn, doubtful }: { number: string; fromOn: JstDate; doubtful: boolean }) =>
  `登録番号${number}（${formatDayWithYear(fromOn)}から）を保存しました。${doubtful ? '番号をもう一度、通知書と照合してください。' : ''}`

export const endedText = ({ lastOn }: { lastOn: JstDate }) =>
  `${formatDayWithYear(lastOn)}で登録が終わることを保存しました。`

export type RegistrationRefusal = RegistrationProblem | 'check_digit' | 'changed_meanwhile' | IdempotencyRefusal

const refusalText: Record<RegistrationRefusal, string> = {
  too_early: '登録日は、制度の始まった2023年10月1日以降の日付を入力してください。',
  too_late: '1年より先の日付は入力できません。通知書の日付を確認してください。',
  overlap: '入力した登録日は、記録済みの登録の期間と重なります。登録の履歴を確認してください。',
  nothing_changed: '記録済みの内容と同じです。変更はありません。',
  not_registered: '登録番号の記録がありません。先に登録番号を入力してください。',
  before_start: '最終日は、登録日以降の日付を入力してください。',
  check_digit: invoiceNumberRefusalText('check_digit'),
  changed_meanwhile: '別の画面で変更されました。現在の内容を確認し、もう一度入力してください。',
  key_reused: 'この画面の情報が古くなっています。開き直して、もう一度お試しください。',
}

export const registrationRefusals = <R extends RegistrationRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: RegistrationRefusal): string => refusalText[refusal],
})
