import { useId } from 'react'
import { Button } from '#ui/button.tsx'
import { ruleOf } from '../process/transitions.ts'

/** The button, disabled with the reason: a suspended farm accepts nothing new, and a helper cannot promise anything. */
export function AcceptStopped() {
  const why = useId()
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button type="button" size="lg" className="w-full" disabled aria-disabled aria-describedby={why}>
        {ruleOf('accept').button}
      </Button>
      <p id={why} className="text-sub">
        農園の利用が停止されているか、受注の権限がないため、現在は受注できません。
      </p>
    </div>
  )
}
