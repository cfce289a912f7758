import { Form, useNavigation } from 'react-router'
import { slots } from '#kernel/enums.ts'
import { formatDeadline } from '#kernel/format.ts'
import { slotWord } from '#modules/delivery/slot-word.ts'
import { DeliveryDayChips } from '#modules/delivery/ui/delivery-day-chips.tsx'
import type { DeliveryChoices } from '#modules/ordering/change-delivery.server.ts'
import type { OrderDetail } from '#modules/ordering/order-queries.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { Head } from '#ui/head.tsx'
import type { Problem } from '#web/form.ts'
import { useShop } from '../layout/shell.ts'

type Props = {
  order: OrderDetail
  choices: DeliveryChoices
  formKey: string
  now: Date
  problem: Problem | undefined
}

/** Day, slot and note of a placed order: changed at once, or asked of the farm. */
export function DeliveryForm({ order, choices, formKey, now, problem }: Props) {
  const { holidays } = useShop()
  const busy = useNavigation().formData?.get('intent') === 'delivery'
  const { otherDay } = choices
  return (
    <section aria-labelledby="delivery" className="grid min-w-0 gap-3 border-t border-line pt-4">
      <h2 id="delivery">
        <Head as="span" className="text-h3">
          お届け日・時間帯・備考
        </Head>
      </h2>
      <p>{explanation(choices, formatDeadline(order.packAt, now))}</p>
      <Form method="post" className="card grid min-w-0 gap-4 p-4">
        <input type="hidden" name="intent" value="delivery" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="version" value={order.version} />
        {otherDay && (
          <DeliveryDayChips
            legend="お届け日"
            name="deliveryOn"
            days={choices.days}
            holidays={holidays}
            chosen={order.deliveryOn}
          />
        )}
        {problem?.fields.deliveryOn && <FieldError>{problem.fields.deliveryOn}</FieldError>}
        <SelectField label="時間帯" name="slot" defaultValue={order.slot} error={problem?.fields.slot}>
          {slots.map((slot) => (
            <option key={slot} value={slot}>
              {slotWord[slot]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="農園への備考"
          need="optional"
          name="note"
          rows={2}
          maxLength={800}
          defaultValue={problem?.typed.note ?? order.note}
          error={problem?.fields.note}
        />
        <Button kind="kaki" size="lg" busy={busy}>
          {choices.sameDay === 'askReschedule' ? '農園にお届けの変更を依頼する' : 'お届けの内容を変更する'}
        </Button>
      </Form>
    </section>
  )
}

/** What follows from pressing the button, before it is pressed. */
function explanation({ otherDay, sameDay }: DeliveryChoices, packing: string): string {
  const same = '商品の価格と送料は変わりません。'
  if (sameDay === 'askReschedule')
    return `締切を過ぎたため、変更は農園への依頼になります。${packing}の箱詰めまでに承諾されない場合は、現在の内容でお届けします。${same}`
  if (otherDay === 'askReschedule')
    return `時間帯と備考は、すぐに変更されます。お届け日は受注確定済みのため、農園への依頼になります。同時に変更した時間帯と備考も依頼に含まれ、承諾されない場合は、現在の内容でお届けします。${same}`
  if (otherDay === null)
    return '時間帯と備考は、すぐに変更されます。お届け日は、増えた分への農園の回答後に変更できます。'
  return `すぐに変更されます。お届け日を変更した場合、締切も変更後のお届け日の締切になります。${same}`
}
