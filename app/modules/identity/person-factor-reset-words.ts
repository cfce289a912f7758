import type { IdentityProof } from '#kernel/words.ts'

export type PersonResetRefusal =
  | 'proof_missing'
  | 'reason_missing'
  | 'asked_already'
  | 'nothing_to_reset'
  | 'not_active'
  | 'own_request'
  | 'ended'

export const personResetRefusalText: Record<PersonResetRefusal, string> = {
  proof_missing: '本人とどう確かめたかを選んでください。',
  reason_missing: '理由を入力してください。あとから見た人がわかるように書きます。',
  asked_already: 'すでに依頼があります。ほかの運営の人が確認するのを待っています。',
  nothing_to_reset: '二段階確認もパスキーも使っていない人です。パスワードの再設定を案内してください。',
  not_active: '停止中か退会した人です。',
  own_request: '自分で依頼したものは、自分では確認できません。ほかの運営の人に頼んでください。',
  ended: 'この依頼は、もう終わっています。',
}

export const proofWord: Record<IdentityProof, string> = {
  called_back: '登録の電話番号にかけ直して確かめた',
  papers: '本人確認の書類の原本を見た',
  in_person: '会って確かめた',
}
