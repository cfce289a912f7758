import { type ComponentProps, lazy, Suspense } from 'react'
import { useLane } from '#ui/device/waiting.ts'
import { OrderTask } from './order-task.tsx'

// For what is queued on the device, which the server never sees.
const WaitingTask = lazy(() => import('./waiting-task.tsx'))

/** What the order requires of the farm, as far as this device knows: the server's data, and what was pressed since. */
export default function TaskHere(props: ComponentProps<typeof OrderTask>) {
  const presses = useLane(`/farmer/orders/${props.order.id}`)
  if (presses.length === 0) return <OrderTask {...props} />
  return (
    <Suspense>
      <WaitingTask {...props} presses={presses} problem={undefined} />
    </Suspense>
  )
}
