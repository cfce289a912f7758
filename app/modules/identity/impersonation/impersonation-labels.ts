const sentences = {
  reason_missing: '閲覧する理由を入力してください。履歴に残ります。',
  administrator: '運営の担当者の画面は閲覧できません。',
  not_active: '停止中または退会済みの利用者の画面は閲覧できません。',
}

export const impersonationRefusals = {
  codes: ['reason_missing', 'administrator', 'not_active'],
  text: (refusal: keyof typeof sentences): string => sentences[refusal],
} as const
