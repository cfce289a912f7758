import type { PaymentMethod } from '#kernel/enums.ts'
import { invoiceNumberRefusalText } from '#kernel/invoice-number.ts'
import { missingText } from '../sign-up/profile-labels.ts'

/** Labels of the fields of a restaurant or a kitchen in mails. */
const words: Record<string, string> = {
  tradeName: '店名',
  tradeNameKana: '店名のフリガナ',
  partyType: '経営形態',
  legalName: '法人名',
  lastName: '代表者の姓',
  firstName: '代表者の名',
  lastNameKana: '代表者のセイ',
  firstNameKana: '代表者のメイ',
  invoiceNumber: 'インボイスの登録番号',
  kitchen: '店舗',
  address: '店舗の住所',
  licence: '営業許可証',
}

export const paymentMethodWord: Record<PaymentMethod, string> = {
  transfer: '銀行振込',
  direct_debit: '口座振替',
  card: 'クレジットカード',
}

export const fieldWord = (field: string): string => words[field] ?? field

const sentence = {
  changed_meanwhile:
    '他のメンバーが先に変更しました。現在の内容を表示しています。確認してから、もう一度保存してください。',
  open_orders: 'この店舗に届く注文が残っています。受け取りが完了してから閉鎖してください。',
  last_kitchen: '店舗がなくなるため、閉鎖できません。先に、他の店舗を追加してください。',
  too_many_kitchens: '店舗は50か所までです。使用していない店舗を閉鎖してください。',
  legal_name_missing: missingText('法人名'),
  check_digit: invoiceNumberRefusalText('check_digit'),
  card_missing: 'カードで支払うには、先に「お支払い用のカード」でカードを登録してください。',
  debit_not_agreed:
    '口座振替は、金融機関での登録が完了してから選択できます。「口座振替の申し込み」で状況を確認してください。',
  key_reused: '画面を開き直して、もう一度お試しください。',
} as const

export type RestaurantRefusal = keyof typeof sentence

/** How a use case about a restaurant or its kitchens may refuse (audit-log/use-case.server.ts). */
export const restaurantRefusals = <R extends RestaurantRefusal>(...codes: R[]) => ({
  codes,
  text: (refusal: RestaurantRefusal): string => sentence[refusal],
})

export const mostKitchens = 50
