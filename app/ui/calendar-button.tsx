import { CalendarDays } from 'lucide-react'
import { type ReactNode, type RefObject, use, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useFinePointer } from './browser-state.ts'
import { BottomSheet } from './drawer.tsx'
import { InDialog } from './in-dialog.ts'
import { ReactAria } from './react-aria.tsx'
import '#styles/kit/calendar.css'

type Props = {
  /** What is chosen, 「届けてほしい日」. */
  label: string
  /** The month, which closes itself once something is chosen. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a month: a popover for a mouse, a full-width sheet for touch. */
export function CalendarButton({ label, children }: Props) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const byFinger = !useFinePointer()
  const inDialog = use(InDialog)
  const close = () => setOpen(false)
  const month = children(close)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="btn"
        data-kind="line"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`${label}をカレンダーで選択`}
        onClick={() => setOpen(!open)}
      >
        <CalendarDays aria-hidden="true" />
        <span aria-hidden="true">カレンダー</span>
      </button>
      {byFinger && !inDialog ? (
        <BottomSheet open={open} onClose={close} title={label}>
          {month}
        </BottomSheet>
      ) : (
        <Floating button={button} open={open} onClose={close} label={label}>
          {month}
        </Floating>
      )}
    </>
  )
}

type FloatingProps = {
  button: RefObject<HTMLButtonElement | null>
  open: boolean
  onClose: () => void
  label: string
  children: ReactNode
}

const Floating = ({ button, open, onClose, label, children }: FloatingProps) => (
  <ReactAria>
    <Popover
      triggerRef={button}
      isOpen={open}
      onOpenChange={(stays) => !stays && onClose()}
      placement="bottom start"
      className="calendar-popover"
    >
      <Dialog aria-label={label} className="outline-none">
        {children}
      </Dialog>
    </Popover>
  </ReactAria>
)
