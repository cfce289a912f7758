import { type NameRefusal, nameRefusalText } from '#kernel/name.ts'

/** Refused changes of the kinds of food, each with what to do instead. */
export type CurateRefusal =
  | 'stale'
  | 'bad_key'
  | 'key_taken'
  | 'no_name'
  | NameRefusal
  | 'no_words'
  | 'too_many_words'
  | 'no_such_parent'
  | 'parent_is_special'
  | 'has_special_kinds'
  | 'in_use'

export const curateRefusalText: Record<CurateRefusal, string> = {
  stale: '他の人が先に変更しています。現在の内容を確認して、もう一度変更してください。',
  bad_key: 'キーは英小文字で始まる、英小文字・数字・_ の60文字以内で入力してください（例 snow_carrot）。',
  key_taken: 'このキーは使用済みです。別のキーを入力してください。',
  no_name: '品目の名前を1〜40文字で入力してください。',
  ...nameRefusalText,
  no_words: '検索する言葉を1つ以上入力してください。',
  too_many_words: '検索する言葉は40個までです。',
  no_such_parent: '元になる品目がありません。キーを確認してください。',
  parent_is_special: '元になる品目が、他の品目の特別な種類です。最上位の品目を選択してください。',
  has_special_kinds: 'この品目を元にした品目があります。先にそちらを変更してください。',
  in_use: 'この品目の商品があるため削除できません。商品の品目を変更してから削除してください。',
}

/** How a use case about kinds of food may refuse (audit-log/use-case.server.ts). */
export const curateRefusals = (...codes: CurateRefusal[]) => ({
  codes,
  text: (refusal: CurateRefusal) => curateRefusalText[refusal],
})

export const mostWords = 40

/** Words as staff type them: separated by 、 , or line ends; without duplicates, in their order. */
export const wordsIn = (typed: string): string[] => [
  ...new Set(
    typed
      .split(/[、,，\n\r]+/)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]
