import { z } from 'zod'
import { IdOf, Text } from '#kernel/schema.ts'
import { longestMessage } from './conversation.ts'

/** The other side identifies the conversation: there is one for each farm and restaurant. */
export const OtherIn = IdOf<'farm' | 'restaurant'>('相手').describe('相手のID。飲食店からは農園、農園からは飲食店')

/** The range of a message number. */
export const greatestNo = 2_147_483_647

/** The number of a message, in JSON. */
export const NoIn = z.int('整数を入力してください。').min(1).max(greatestNo)

/** The same in an address. */
export const NoInPath = z.coerce
  .number({ error: '番号は1以上の整数です。' })
  .int('番号は1以上の整数です。')
  .min(1, '番号は1以上の整数です。')
  .max(greatestNo, '番号が大きすぎます。')

/** A message as an address names it. */
export const ofMessage = { other: OtherIn.describe('相手のID'), no: NoInPath.describe('メッセージの番号') }

/** The stored length counts characters as users do (kernel/text.ts): 𠮷 is one. */
export const MessageText = Text(0, longestMessage * 2).describe(`${longestMessage}文字まで`)
