import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import { tipOf } from './tip-of.ts'

const ControlTips = lazyPart(() => import('./control-tips.tsx'))

/** The tooltips' script comes with the first control that needs one; a finger never does. */
export function TipsOnDemand() {
  const [first, setFirst] = useState<Element | null>(null)
  useEffect(() => {
    const wanted = ({ target }: Event) => target instanceof Element && tipOf(target) !== null && setFirst(target)
    const over = (event: PointerEvent) => event.pointerType === 'mouse' && wanted(event)
    const focused = (event: FocusEvent) =>
      event.target instanceof Element && event.target.matches(':focus-visible') && wanted(event)
    if (first) return
    document.addEventListener('pointerover', over)
    document.addEventListener('focusin', focused)
    return () => {
      document.removeEventListener('pointerover', over)
      document.removeEventListener('focusin', focused)
    }
  }, [first])
  return (
    first && (
      <Suspense>
        <ControlTips first={first} />
      </Suspense>
    )
  )
}
