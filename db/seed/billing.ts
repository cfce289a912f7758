import { yen } from '#kernel/yen.ts'
import type { Row } from './bulk.ts'

type Billing = Pick<
  Row<'restaurants'>,
  | 'billingName'
  | 'billingEmail'
  | 'billingPostalCode'
  | 'billingPrefectureCode'
  | 'billingCity'
  | 'billingStreet'
  | 'billingBuilding'
  | 'closingDay'
  | 'paymentMethod'
  | 'claimAutoYen'
>

/** The default until a restaurant changes it. */
export const usualBilling: Billing = {
  billingName: '',
  billingEmail: '',
  billingPostalCode: '',
  billingPrefectureCode: '',
  billingCity: '',
  billingStreet: '',
  billingBuilding: '',
  closingDay: 31,
  paymentMethod: 'transfer',
  claimAutoYen: yen(3_000),
}

/** ビストロ 灯 has an external accountant. */
export const billingOfDemo: Billing = { ...usualBilling, billingEmail: 'keiri@example.jp', closingDay: 20 }
