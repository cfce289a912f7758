const sentences = {
  reason_missing: '閲覧する理由を書いてください。記録に残ります。',
  administrator: '運営の人の画面は、閲覧できません。',
  not_active: '停止中か退会した人の画面は、閲覧できません。',
}

export const impersonationRefusals = {
  codes: ['reason_missing', 'administrator', 'not_active'],
  text: (refusal: keyof typeof sentences): string => sentences[refusal],
} as const
