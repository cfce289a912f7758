import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast as numbers } from './constants.ts'
import { IconButton } from './icon-button.tsx'
import { hidesAfter, type Toast, toastList } from './toast-list.ts'

type Shown = Toast & { number: number }

/**
 * The same messages without their behaviour (no waiting for the pointer, no queue), for a phone that went offline
 * before the rest was loaded. They disappear as the others do, and undo works.
 */
export function PlainToasts() {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const count = useRef(0)
  useEffect(() => {
    const takeOver = () => {
      const taken = toastList.take().map((toast) => ({ ...toast, number: count.current++ }))
      if (taken.length > 0) setShown((before) => [...taken.toReversed(), ...before].slice(0, numbers.atMost))
    }
    takeOver()
    return toastList.watch(takeOver)
  }, [])
  if (shown.length === 0) return null
  return (
    <div className="toasts">
      {shown.map((toast) => (
        <PlainToast
          key={toast.number}
          toast={toast}
          onClose={() => setShown((before) => before.filter(({ number }) => number !== toast.number))}
        />
      ))}
    </div>
  )
}

function PlainToast({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  const { text, tone = 'matcha', action } = toast
  const close = useEffectEvent(onClose)
  const after = hidesAfter(toast)
  useEffect(() => {
    if (after === undefined) return
    const timer = setTimeout(() => close(), after)
    return () => clearTimeout(timer)
  }, [after])
  return (
    <div className="toast" data-tone={tone}>
      <p className="toast-text" role="status">
        {text}
      </p>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClick={() => {
            action.onPress()
            onClose()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="閉じる" onClick={onClose}>
        <X aria-hidden="true" />
      </IconButton>
    </div>
  )
}
