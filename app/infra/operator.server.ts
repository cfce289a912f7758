import { z } from 'zod'
import type { Operator } from '#kernel/operator.ts'
import { buyerTermsPhrase, earliestFarmPayDay, farmTermsPhrase, latestFarmPayDay } from '#kernel/payment-terms.ts'

const words = z.string().trim().min(1).max(300).optional()
const unregistered = 'none'

/**
 * The operator of the site; a part of the settings. In production all of it is required. Elsewhere a value that is
 * clearly a sample stands in, so that the pages can be read.
 */
export const operatorSettings = {
  OPERATOR_NAME: words,
  OPERATOR_REPRESENTATIVE: words,
  /** 運営統括責任者; without it the representative. */
  OPERATOR_RESPONSIBLE: words,
  OPERATOR_ADDRESS: words,
  OPERATOR_PHONE: z
    .string()
    .regex(/^0\d{1,4}-\d{1,4}-\d{3,4}$/, 'a Japanese number with hyphens, such as 03-1234-5678')
    .optional(),
  OPERATOR_EMAIL: z.email().optional(),
  /** T and 13 digits, or `none`. */
  OPERATOR_REGISTRATION_NUMBER: z
    .string()
    .regex(/^(T[1-9]\d{12}|none)$/, 'T and 13 digits, or none')
    .optional(),
  SUPPORT_HOURS: words,
  /** How many months after its closing day a bill is paid, and on which day; `closing`: the day it closes on, 31: the last. */
  BUYER_PAY_MONTHS: z.coerce.number().int().min(1).max(2).default(1),
  BUYER_PAY_DAY: z.union([z.literal('closing'), z.coerce.number().int().min(1).max(31)]).default('closing'),
  /** On which day farms are paid for the month before. */
  FARM_PAY_DAY: z.coerce
    .number()
    .int()
    .min(earliestFarmPayDay, `statements are issued on the 4th: the ${earliestFarmPayDay}th or later`)
    .max(latestFarmPayDay, `farms wait for 60 days at the most: the ${latestFarmPayDay}th or earlier`)
    .default(15),
  /** Our account for transfers, as it is printed: 銀行/支店/普通/1234567/名義. */
  PAY_TO: z
    .string()
    .regex(/^[^/]+\/[^/]+\/(普通|当座)\/\d{7}\/[^/]+$/, '銀行/支店/普通/1234567/名義')
    .optional(),
  COURT: words.default('東京地方裁判所'),
}

const Group = z.object(operatorSettings)
type OperatorSettings = z.infer<typeof Group>

/** Required in production. */
const demanded = [
  'OPERATOR_NAME',
  'OPERATOR_REPRESENTATIVE',
  'OPERATOR_ADDRESS',
  'OPERATOR_PHONE',
  'OPERATOR_EMAIL',
  'OPERATOR_REGISTRATION_NUMBER',
  'SUPPORT_HOURS',
  'PAY_TO',
] as const

/** The names of the settings that production lacks. */
export const missingOperator = (settings: OperatorSettings): string[] =>
  demanded.filter((name) => settings[name] === undefined)

/** The operator for the pages. 見本 marks what is not configured yet; the sample phone number cannot ring. */
export function operatorOf(settings: OperatorSettings): Operator {
  const representative = settings.OPERATOR_REPRESENTATIVE ?? '見本 太郎（見本）'
  const buyerTerms = { months: settings.BUYER_PAY_MONTHS, payDay: settings.BUYER_PAY_DAY }
  const farmTerms = { payDay: settings.FARM_PAY_DAY }
  const [bank = '', branch = '', type = '', number = '', holder = ''] = (settings.PAY_TO ?? samplePayTo).split('/')
  return {
    name: settings.OPERATOR_NAME ?? '株式会社みほん市場（見本）',
    representative,
    responsible: settings.OPERATOR_RESPONSIBLE ?? representative,
    address: settings.OPERATOR_ADDRESS ?? '〒100-0000 東京都千代田区見本町1-2-3（見本）',
    phone: settings.OPERATOR_PHONE ?? '03-0000-0000',
    email: settings.OPERATOR_EMAIL ?? 'mihon@example.jp',
    registrationNumber: numberOrSentence(settings.OPERATOR_REGISTRATION_NUMBER),
    supportHours: settings.SUPPORT_HOURS ?? '平日 9:00〜17:00（見本）',
    buyerTerms,
    farmTerms,
    buyerPaymentTerms: buyerTermsPhrase(buyerTerms),
    farmPayoutTerms: farmTermsPhrase(farmTerms),
    payTo: { bank, branch, type, number, holder },
    court: settings.COURT,
  }
}

/** Invented, with a right check digit (kernel/invoice-number.ts). */
const sampleRegistrationNumber = 'T9999999999999'

const samplePayTo = 'みほん銀行（見本）/本店営業部/普通/0000000/カ）ミホンイチバ'

function numberOrSentence(set: string | undefined): string {
  if (set === undefined) return `${sampleRegistrationNumber}（見本）`
  return set === unregistered ? '登録を受けていません' : set
}
