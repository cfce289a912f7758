import { CalendarDays } from 'lucide-react'
import { type RefObject, use, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { useFinePointer } from './browser-state.ts'
import { Calendar, type CalendarProps } from './calendar.tsx'
import { BottomSheet } from './drawer.tsx'
import { InDialog } from './in-dialog.ts'
import { ReactAria } from './react-aria.tsx'
import '#styles/kit/calendar.css'

export type DatePickerProps = Omit<CalendarProps, 'autoFocus'>

/**
 * A button that opens the month: beside a native date field, never instead of it. A popover for a mouse, a full-width
 * sheet for touch. Load it on demand: `lazy(() => import('#ui/date-picker.tsx'))`.
 */
export default function DatePicker({ label, onChange, ...calendar }: DatePickerProps) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const byFinger = !useFinePointer()
  const inDialog = use(InDialog)
  const month = (
    <Calendar
      {...calendar}
      label={label}
      autoFocus
      onChange={(day) => {
        onChange(day)
        setOpen(false)
      }}
    />
  )
  const close = () => setOpen(false)
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
  children: React.ReactNode
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
