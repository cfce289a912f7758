import type { AnswerState, BoxSize, RequestState, WishedMethod } from '#kernel/request-enums.ts'
import { methodWord } from '#modules/products/catalog/catalog-labels.ts'

/** Labels of requests on the screen. */

export const requestStateWord: Record<RequestState, string> = {
  open: '回答待ち',
  accepted: '注文しました',
  withdrawn: '取り下げ',
  expired: '期限切れ',
  removed: '運営による取り下げ',
}

export const answerStateWord: Record<AnswerState, string> = {
  offered: '出荷できます',
  declined: '出荷できません',
  withdrawn: '取り下げ',
}

export const wishedMethodWord: Record<WishedMethod | '', string> = {
  '': 'こだわらない',
  specially_cultivated: methodWord.specially_cultivated,
  jas_organic: methodWord.jas_organic,
  natural: methodWord.natural,
}

export const boxSizeWord = (size: BoxSize): string => `${size}サイズ`

/** Common units; any other may be typed. */
export const usualUnits = ['本', 'kg', '束', '個', '枚', 'パック', '袋', '箱', '玉', '株', '羽', '尾'] as const
