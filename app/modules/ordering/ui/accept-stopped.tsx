import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { ruleOf } from '../order-process.ts'

/** The button as it would be, and why it cannot be pressed: a farm that is suspended takes nothing new on, and a helper promises nothing. */
export function AcceptStopped() {
  const why = useId()
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button type="button" size="lg" className="w-full" disabled aria-disabled aria-describedby={why}>
        {ruleOf('accept').button}
      </Button>
      <p id={why} className="text-sub">
        農園の利用が止まっているか、受ける権限がないため、いまは受けられません。
      </p>
    </div>
  )
}
