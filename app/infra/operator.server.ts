import { z } from 'zod'
import type { Operator } from '#kernel/operator.ts'

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
  BUYER_PAYMENT_TERMS: words.default(
    '飲食店ごとに登録した締め日（5日・10日・15日・20日・25日・月末）で締め、翌月の同じ日（月末締めは翌月末日）までに支払い（振込手数料は飲食店の負担）',
  ),
  FARM_PAYOUT_TERMS: words.default('毎月末日締め、翌月末日までに銀行振込（振込手数料は運営者の負担）'),
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
] as const

/** The names of the settings that production lacks. */
export const missingOperator = (settings: OperatorSettings): string[] =>
  demanded.filter((name) => settings[name] === undefined)

/** The operator for the pages. 見本 marks what is not configured yet; the sample phone number cannot ring. */
export function operatorOf(settings: OperatorSettings): Operator {
  const representative = settings.OPERATOR_REPRESENTATIVE ?? '見本 太郎（見本）'
  return {
    name: settings.OPERATOR_NAME ?? '株式会社みほん市場（見本）',
    representative,
    responsible: settings.OPERATOR_RESPONSIBLE ?? representative,
    address: settings.OPERATOR_ADDRESS ?? '〒100-0000 東京都千代田区見本町1-2-3（見本）',
    phone: settings.OPERATOR_PHONE ?? '03-0000-0000',
    email: settings.OPERATOR_EMAIL ?? 'mihon@example.jp',
    registrationNumber: numberOrSentence(settings.OPERATOR_REGISTRATION_NUMBER),
    supportHours: settings.SUPPORT_HOURS ?? '平日 9:00〜17:00（見本）',
    buyerPaymentTerms: settings.BUYER_PAYMENT_TERMS,
    farmPayoutTerms: settings.FARM_PAYOUT_TERMS,
    court: settings.COURT,
  }
}

function numberOrSentence(set: string | undefined): string {
  if (set === undefined) return 'T0000000000000（見本）'
  return set === unregistered ? '登録を受けていません' : set
}
