import { useState } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatYen } from '#kernel/format.ts'
import { readYen } from '#kernel/typed-number.ts'
import { StaffProof } from '#modules/identity/ui/staff-proof.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextArea } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { YenField } from '#ui/fields/yen-field.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Problem } from '#web/form.ts'
import { May } from '../may.tsx'

type Props = {
  invoice: { number: string; restaurant: string; unpaidYen: number }
  /** Staff have stopped the restaurant already. */
  isStopped: boolean
  disputedYen: number
  creditYen: number
  formKey: string
  problem: Problem | undefined
  /** What was typed, if no script asked for confirmation. */
  asked: Readonly<Record<string, string>> | undefined
}

/** Gives up what is unpaid of an invoice, or a part of it; asks first, with the sum and what follows. */
export function WriteOffForm({ invoice, isStopped, disputedYen, creditYen, formKey, problem, asked }: Props) {
  const { number, restaurant, unpaidYen } = invoice
  const typed = asked ?? problem?.typed
  const [amount, setAmount] = useState(typed?.yen ?? String(unpaidYen))
  const [stops, setStops] = useState(!isStopped && (typed ? typed.stopsOrdering !== undefined : true))
  const busy = useNavigation().formData?.get('intent') === 'writeOff'
  const read = readYen(amount, { min: 1, max: unpaidYen })
  const sum = read.ok ? formatYen(read.value) : '入力した金額'
  const left = read.ok ? `残りの未払い額は${formatYen(unpaidYen - read.value)}です。` : ''
  return (
    <Panel head={<h2>貸倒れ処理</h2>}>
      <p className="text-sub text-ink-2">
        回収できない未払い額を貸倒損失に計上します。以後、この金額の支払いの案内、口座振替、遅延損害金の計算は行いません。農園への支払いは変わりません。税務上の要件（法人税基本通達9-6-1〜9-6-3）は、処理の前に確認してください。
      </p>
      {disputedYen > 0 && (
        <Notice tone="tag">
          未解決の報告に関する金額 {formatYen(disputedYen)} を含みます。先に報告を解決してください。
        </Notice>
      )}
      {creditYen > 0 && (
        <Notice tone="tag">
          この飲食店には充当前の過入金 {formatYen(creditYen)} があります。夜間の処理で、期日の早い請求書に充当されます。
        </Notice>
      )}
      <May to="bad_debt.write_off" told>
        <Form method="post" className="grid max-w-2xl grid-cols-1 gap-4" noValidate>
          <input type="hidden" name="intent" value="writeOff" />
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="unpaidYen" value={unpaidYen} />
          <YenField
            label="貸倒れとする金額"
            name="yen"
            need="required"
            min={1}
            max={unpaidYen}
            help={`1円から${formatYen(unpaidYen)}まで`}
            value={amount}
            onChange={(event) => setAmount(event.currentTarget.value)}
            error={problem?.fields.yen}
          />
          <TextArea
            id="write-off-reason"
            label="理由"
            name="reason"
            need="required"
            rows={3}
            limit={500}
            help="飲食店には表示されません。"
            defaultValue={typed?.reason}
            error={problem?.fields.reason}
          />
          {isStopped ? (
            <p>この飲食店の注文の受け付けは、運営が停止しています。</p>
          ) : (
            <Checkbox
              name="stopsOrdering"
              label="注文の受け付けを停止する"
              help="停止しない場合、期日を過ぎた未払いがなくなると、再び注文できるようになります。"
              checked={stops}
              onChange={(event) => setStops(event.currentTarget.checked)}
            />
          )}
          <StaffProof id="write-off" problem={problem} />
          <div>
            <Confirm
              kind="danger"
              asked={asked !== undefined}
              question={`${sum}を貸倒れとして処理しますか`}
              consequence={`${restaurant}への請求書 ${number} の未払い額のうち${sum}を貸倒損失に計上し、支払いの案内、口座振替、遅延損害金の対象から外します。${left}${stops ? '注文の受け付けも停止します。' : ''}`}
              confirm="貸倒れとして処理する"
              busy={busy}
            >
              貸倒れとして処理する
            </Confirm>
          </div>
        </Form>
      </May>
    </Panel>
  )
}
