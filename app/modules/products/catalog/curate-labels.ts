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
  stale: 'ほかの人が先に直しています。いまの内容を見て、もう一度直してください。',
  bad_key: 'キーは英小文字ではじまる、英小文字・数字・_ の60文字までで入力してください（例 snow_carrot）。',
  key_taken: 'このキーはもう使われています。別のキーにしてください。',
  no_name: '品目の名前を1〜40文字で入力してください。',
  ...nameRefusalText,
  no_words: 'さがすことばを1つ以上入力してください。',
  too_many_words: 'さがすことばは40個までです。',
  no_such_parent: 'もとになる品目がありません。キーを確かめてください。',
  parent_is_special: 'もとになる品目が、ほかの品目の特別な種類です。いちばんもとの品目をえらんでください。',
  has_special_kinds: 'この品目をもとにした品目があります。先にそちらを直してください。',
  in_use: 'この品目の商品があるので消せません。商品の品目を変えてから消してください。',
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
