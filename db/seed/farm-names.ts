import type { FarmKind } from './farm-kinds.ts'
import { givenName, type Named } from './people.ts'
import type { Random } from './random.ts'
import type { DemoRegion } from './regions.ts'

export type FarmName = Named & { crest: string; surname: Named; given: Named }

type Parts = { surname: Named; given: Named; word: Named }
type Pattern = (parts: Parts) => readonly [text: string, kana: string]

/** Legal forms are left out of the reading, as on bank forms. */
const patterns: Readonly<Record<'field' | FarmKind, readonly Pattern[]>> = {
  field: [
    ({ surname }) => [`${surname.text}農園`, `${surname.kana}ノウエン`],
    ({ surname, word }) => [`${word.text}${surname.text}ファーム`, `${word.kana}${surname.kana}ファーム`],
    ({ word }) => [`農事組合法人${word.text}の里`, `${word.kana}ノサト`],
    ({ word }) => [`株式会社${word.text}アグリ`, `${word.kana}アグリ`],
    ({ word }) => [`合同会社${word.text}ばたけ`, `${word.kana}バタケ`],
    ({ surname }) => [`${surname.text}さんちの畑`, `${surname.kana}サンチノハタケ`],
    ({ word }) => [`${word.text}みどり農場`, `${word.kana}ミドリノウジョウ`],
    ({ surname, given }) => [`${surname.text}${given.text}農園`, `${surname.kana}${given.kana}ノウエン`],
  ],
  vegetables: [],
  rice: [],
  herbs: [({ surname }) => [`${surname.text}香草園`, `${surname.kana}コウソウエン`]],
  mushrooms: [({ word, surname }) => [`${word.text}${surname.text}きのこ園`, `${word.kana}${surname.kana}キノコエン`]],
  fruit: [
    ({ surname }) => [`${surname.text}果樹園`, `${surname.kana}カジュエン`],
    ({ word, surname }) => [`${word.text}${surname.text}果樹園`, `${word.kana}${surname.kana}カジュエン`],
  ],
  livestock: [
    ({ word, surname }) => [`${word.text}${surname.text}牧場`, `${word.kana}${surname.kana}ボクジョウ`],
    ({ surname, given }) => [`${surname.text}${given.text}牧場`, `${surname.kana}${given.kana}ボクジョウ`],
  ],
  fishery: [
    ({ word, surname }) => [`${word.text}${surname.text}水産`, `${word.kana}${surname.kana}スイサン`],
    ({ surname, given }) => [`${surname.text}${given.text}水産`, `${surname.kana}${given.kana}スイサン`],
  ],
}

/** An invented name that no other demo farm has. */
export function farmName(region: DemoRegion, kind: FarmKind, random: Random, taken: Set<string>): FarmName {
  const own = patterns[kind].length > 0 ? patterns[kind] : patterns.field
  for (let attempt = 0; ; attempt++) {
    const parts = { surname: random.pick(region.surnames), given: givenName(random), word: random.pick(region.words) }
    const choice = attempt < 8 ? own : attempt < 40 ? patterns.field : patterns.field.slice(-1)
    const [text, kana] = random.pick(choice)(parts)
    if (taken.has(text) && attempt < 200) continue
    taken.add(text)
    return { text, kana, crest: crestOf(text), ...parts }
  }
}

/** The one letter on the farm's seal (紋): the first of the name after its legal form. */
const crestOf = (name: string): string => [...name.replace(/^(株式会社|合同会社|農事組合法人)/, '')][0] ?? '農'
