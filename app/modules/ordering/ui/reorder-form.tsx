import { RotateCcw } from 'lucide-react'
import { Button, type ButtonKind } from '#ui/button.tsx'
import { Form, useNavigation } from '#ui/fetcher.tsx'

type Props = { orderIds: readonly string[]; about: string; kind?: ButtonKind; className?: string }

/** 再注文: into the cart at today's prices; the cart then shows what has changed. */
export function ReorderForm({ orderIds, about, kind = 'pine', className }: Props) {
  const { formData } = useNavigation()
  const busy = formData?.get('intent') === 'reorder' && formData.get('orderIds') === orderIds[0]
  return (
    <Form method="post" action="/restaurant/cart" className={className}>
      <input type="hidden" name="intent" value="reorder" />
      {orderIds.map((id) => (
        <input key={id} type="hidden" name="orderIds" value={id} />
      ))}
      <Button kind={kind} busy={busy} className="w-full">
        <RotateCcw aria-hidden="true" />
        <span>
          再注文<span className="visually-hidden">：{about}</span>
        </span>
      </Button>
    </Form>
  )
}
