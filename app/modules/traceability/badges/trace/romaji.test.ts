import { expect, test } from 'vitest'
import { romajiOf } from './romaji.ts'

test.each([
  ['サトウノウエン', 'Satōnōen'],
  ['さとうのうえん', 'Satōnōen'],
  ['ヒダマリファーム', 'Hidamarifāmu'],
  ['ヤマノキンシャ', 'Yamanokinsha'],
  ['ハッチョウバタケ', 'Hatchōbatake'],
  ['ニッコウ　ボクジョウ', 'Nikkō Bokujō'],
  ['キュウシュウ・ユウキ', 'Kyūshū Yūki'],
  ['ｶﾞｯｺｳ', 'Gakkō'],
  ['オオイタ', 'Ōita'],
  ['セイアン', 'Seian'],
  ['ファーム21', 'Fāmu21'],
  ['ーッ', ''],
  ['', ''],
])('%s is %s', (kana, latin) => expect(romajiOf(kana)).toBe(latin))
