import type { FarmTerms, PaymentTerms } from './payment-terms.ts'

/** The operator of the site and its terms, from the settings. Named by the legal pages. */
export type Operator = {
  name: string
  representative: string
  /** 運営統括責任者 */
  responsible: string
  address: string
  phone: string
  email: string
  /** 適格請求書発行事業者の登録番号, or a sentence that there is none. */
  registrationNumber: string
  supportHours: string
  buyerTerms: PaymentTerms
  farmTerms: FarmTerms
  /** Our account for transfers. */
  payTo: { bank: string; branch: string; type: string; number: string; holder: string }
  /** When and how restaurants pay, a phrase without a full stop. */
  buyerPaymentTerms: string
  /** When and how farms are paid, a phrase without a full stop. */
  farmPayoutTerms: string
  /** 第一審の専属的合意管轄裁判所 */
  court: string
}
