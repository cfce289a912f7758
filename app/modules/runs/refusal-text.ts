import type { RefusalDetail } from '#kernel/result.ts'
import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type RunRefusal = 'run_ended' | 'farm_unknown' | 'farm_on_run' | 'not_invited' | 'area_wrong'

const sentences: Record<RunRefusal | IdempotencyRefusal, string> = {
  run_ended: 'この共同便は終了しています。',
  farm_unknown: 'この名前の農園は登録されていません。農園のページに記載の名前を入力してください。',
  farm_on_run: 'この農園は、すでに招待中か参加中です。',
  not_invited: 'この共同便への招待はありません。画面を開き直してください。',
  area_wrong: '都道府県名、または郵便番号の先頭3〜7桁を入力してください（例 東京都、150）。',
  key_reused: '前回送信した内容と異なります。画面を開き直して、もう一度お試しください。',
}

/** How a use case of this module may refuse (audit-log/use-case.server.ts). */
export const runRefusals = <R extends RunRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: RunRefusal | IdempotencyRefusal, _detail: RefusalDetail = {}): string => sentences[refusal],
})
