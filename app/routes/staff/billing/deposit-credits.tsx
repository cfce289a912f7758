import { Form } from 'react-router'
import { formatDay, formatYen } from '#kernel/format.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import type { SpendableCredit } from '#modules/payments/spend-credit-by-hand.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import type { Problem } from '#web/form.ts'
import { May } from '../may.tsx'

type CreditsProps = {
  credits: readonly SpendableCredit[]
  formKey: string
  problem: Problem | undefined
  busy: boolean
}

/** What of the deposit waits for an invoice: staff may choose which one. */
export function DepositCredits({ credits, formKey, problem, busy }: CreditsProps) {
  const said = problem?.typed.intent === 'spend' ? problem : undefined
  return (
    <Panel head={<h2>過入金の充当</h2>}>
      {credits.map(({ restaurantId, restaurant, yen, invoices }) => (
        <div key={restaurantId} className="grid gap-2">
          <p>
            <b>{restaurant}</b> 過入金の残額 <span className="tabular-nums">{formatYen(yen)}</span>
          </p>
          {invoices.length === 0 ? (
            <p className="text-sub text-ink-2">
              未払いの請求書はありません。次回の請求書に、支払期日の早い順に自動で充当します。
            </p>
          ) : (
            <May to="deposits.change">
              <p className="text-sub text-ink-2">
                指定しない場合は、支払期日の早い請求書から自動で充当します。充当は「消込の履歴」から取り消せます。
              </p>
              <Form method="post" className="flex flex-wrap items-end gap-4" noValidate>
                <input type="hidden" name="key" value={formKey} />
                <SelectField
                  id={`credit-of-${restaurantId}`}
                  label="充当する請求書"
                  name="documentId"
                  defaultValue={said?.typed.documentId}
                  error={said?.fields.documentId}
                >
                  {invoices.map((it) => (
                    <option key={it.documentId} value={it.documentId}>
                      {it.number}（未払い {formatYen(it.unpaidYen)}
                      {it.dueOn && `・期日 ${formatDay(it.dueOn)}`}）
                    </option>
                  ))}
                </SelectField>
                <TextField
                  id={`credit-yen-${restaurantId}`}
                  label="充当する金額"
                  name="yen"
                  inputMode="numeric"
                  autoComplete="off"
                  suffix="円"
                  defaultValue={said?.typed.yen ?? Math.min(yen, invoices[0]?.unpaidYen ?? yen)}
                  error={said?.fields.yen}
                />
                <Button kind="line" name="intent" value="spend" busy={busy}>
                  充当する
                </Button>
              </Form>
            </May>
          )}
        </div>
      ))}
    </Panel>
  )
}
