import { closingDays, paymentMethods } from '#kernel/enums.ts'
import { type PaymentTerms, paymentTermsWord } from '#kernel/payment-terms.ts'
import type { AddressFinding } from '#kernel/postal-address.ts'
import { paymentMethodWord } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { AddressFields } from '#ui/fields/address-fields.tsx'
import { EmailField } from '#ui/fields/email-field.tsx'
import { RadioGroup } from '#ui/fields/radio-group.tsx'
import { Link } from '#ui/link.tsx'

type Props = {
  typed: Record<string, string>
  errors: Record<string, string>
  finding: AddressFinding | undefined
  terms: PaymentTerms
  /** Whether cards are set up here; a restaurant that chose one before is told what holds meanwhile. */
  cardOffered: boolean
  /** Whether its bank has agreed to 口座振替. */
  debitAgreed: boolean
}

const methodHelp = {
  transfer: '請求書の口座に振り込む',
  direct_debit: '口座から引き落とす',
  card: '注文ごとにカードで支払う',
} as const

/** The billing address, the closing day, and the payment method. */
export function BillingFields({ typed, errors, finding, terms, cardOffered, debitAgreed }: Props) {
  const offered = (method: string | undefined) =>
    (method !== 'card' || cardOffered) && (method !== 'direct_debit' || debitAgreed)
  return (
    <>
      <SelectField
        id="account-closingDay"
        name="closingDay"
        label="締め日と支払期日"
        need="required"
        help="納品日で締めます。支払期日が金融機関の休業日の場合は、翌営業日になります"
        defaultValue={typed.closingDay}
        error={errors.closingDay}
      >
        {closingDays.map((day) => (
          <option key={day} value={day}>
            {paymentTermsWord(day, terms)}
          </option>
        ))}
      </SelectField>
      <RadioGroup
        id="account-paymentMethod"
        name="paymentMethod"
        legend="支払い方法"
        need="required"
        look="cards"
        className="[--choice-least:10rem]"
        help={
          typed.paymentMethod === 'card' && !cardOffered
            ? '現在、クレジットカードをご利用いただけないため、銀行振込になります'
            : debitAgreed
              ? undefined
              : '口座振替は、金融機関での登録が完了すると選択できます'
        }
        defaultValue={offered(typed.paymentMethod) ? typed.paymentMethod : 'transfer'}
        error={errors.paymentMethod}
        choices={paymentMethods
          .filter(offered)
          .map((value) => ({ value, label: paymentMethodWord[value], help: methodHelp[value] }))}
      />
      <p className="flex flex-wrap gap-x-5 text-sub">
        {cardOffered && (
          <Link to="/restaurant/Account/card" className="prose-link inline-flex min-h-11 items-center">
            お支払い用のカード
          </Link>
        )}
        <Link to="/restaurant/Account/debit" className="prose-link inline-flex min-h-11 items-center">
          口座振替の申し込み
        </Link>
      </p>
      <TextField
        id="account-billingName"
        name="billingName"
        label="請求書の宛名"
        need="optional"
        help="空欄の場合は、法人名または店名を使用します"
        maxLength={80}
        autoComplete="off"
        defaultValue={typed.billingName}
        error={errors.billingName}
      />
      <EmailField
        id="account-billingEmail"
        name="billingEmail"
        label="請求書の送付先メールアドレス"
        need="optional"
        help="経理担当者など。空欄の場合は、店長（責任者）に送付します"
        maxLength={254}
        autoComplete="off"
        defaultValue={typed.billingEmail}
        error={errors.billingEmail}
      />
      <div className="grid grid-cols-1 gap-2">
        <AddressFields
          idPrefix="account"
          legend="請求先の住所"
          need="optional"
          values={typed}
          errors={errors}
          finding={finding}
        />
        <p className="text-sub text-ink-2">すべて空欄の場合は、先頭の店舗の住所を使用します。</p>
      </div>
    </>
  )
}
