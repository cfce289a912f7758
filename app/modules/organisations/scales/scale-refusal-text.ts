import type { IdempotencyRefusal } from '#modules/audit-log/idempotent.server.ts'

export type ScaleRefusal = 'serial_known' | 'month_in_future' | 'inspected_before_mark' | IdempotencyRefusal

const scaleRefusalText: Readonly<Record<ScaleRefusal, string>> = {
  serial_known: 'この番号のはかりは、登録済みです。',
  month_in_future: '未来の年月です。証印または検査の年月を確認してください。',
  inspected_before_mark: '定期検査の年月が、証印の年月より前です。',
  key_reused: 'この画面の情報が古くなっています。開き直して、もう一度お試しください。',
}

/** How a use case about scales may refuse (audit-log/use-case.server.ts). */
export const scaleRefusals = <R extends ScaleRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: ScaleRefusal): string => scaleRefusalText[refusal],
})
