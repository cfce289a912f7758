import { yen } from '#kernel/yen.ts'
import type { Row } from './bulk.ts'

type Billing = Pick<
  Row<'restaurants'>,
  | 'billing_name'
  | 'billing_email'
  | 'billing_postal_code'
  | 'billing_prefecture_code'
  | 'billing_city'
  | 'billing_street'
  | 'billing_building'
  | 'closing_day'
  | 'payment_method'
  | 'claim_auto_yen'
>

/** The default until a restaurant changes it. */
export const usualBilling: Billing = {
  billing_name: '',
  billing_email: '',
  billing_postal_code: '',
  billing_prefecture_code: '',
  billing_city: '',
  billing_street: '',
  billing_building: '',
  closing_day: 31,
  payment_method: 'transfer',
  claim_auto_yen: yen(3_000),
}

/** ビストロ 灯 has an external accountant. */
export const billingOfDemo: Billing = { ...usualBilling, billing_email: 'keiri@example.jp', closing_day: 20 }
