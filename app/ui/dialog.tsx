import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { InDialog } from './in-dialog.ts'
import { ReactAria } from './react-aria.tsx'
import '#styles/kit/dialog.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** One sentence about the effect, with counts and names. */
  consequence?: ReactNode
  children?: ReactNode
  /**
   * The safe button first, the main one last: it is at the right on a PC and on top on a phone. Mark the safe one
   * `data-safe`.
   */
  actions: ReactNode
  /** A destructive action: the safe button gets the focus, and screen readers announce it as a warning. */
  destructive?: boolean
  /** As wide as the screen: for content that needs a close look. */
  wide?: boolean
}

/** Closes on Escape and on a press outside, but only while nothing was typed. Its content exists as a page, too. */
export function Dialog({
  open,
  onClose,
  title,
  consequence,
  children,
  actions,
  destructive = false,
  wide = false,
}: DialogProps) {
  return (
    <Frame
      open={open}
      onClose={onClose}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      role={destructive ? 'alertdialog' : 'dialog'}
    >
      <Heading slot="title" className="dialog-title">
        {title}
      </Heading>
      {consequence && <p className="dialog-consequence">{consequence}</p>}
      {children && <div className="dialog-body">{children}</div>}
      <div className="dialog-actions">{actions}</div>
    </Frame>
  )
}

type FrameProps = {
  open: boolean
  onClose: () => void
  className: string
  role: 'dialog' | 'alertdialog'
  children: ReactNode
}

/** The backdrop, the sheet on it and the behaviour of both; used by Dialog and Drawer. */
export function Frame({ open, onClose, className, role, children }: FrameProps) {
  if (use(InDialog) && open) throw new Error('a dialog on a dialog')
  const [typed, setTyped] = useState(false)
  const [wasOpen, setWasOpen] = useState(open)
  if (wasOpen !== open) {
    setWasOpen(open)
    setTyped(false)
  }
  return (
    <ReactAria>
      <ModalOverlay
        isOpen={open}
        onOpenChange={(stays) => !stays && onClose()}
        isDismissable={!typed}
        isKeyboardDismissDisabled={typed}
        className="scrim"
        data-for={className}
      >
        <Modal className={className}>
          <AriaDialog role={role} className="dialog-frame">
            <InDialog value={true}>
              <FirstFocus>
                <div onInput={() => setTyped(true)} className="contents">
                  {children}
                </div>
              </FirstFocus>
            </InDialog>
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </ReactAria>
  )
}

/** The first field; without one, the safe button. */
function FirstFocus({ children }: { children: ReactNode }) {
  const inside = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dialog = inside.current
    const destructive = dialog?.closest('[role="alertdialog"]')
    const field = dialog?.querySelector<HTMLElement>('input:not([type="hidden"]), select, textarea')
    const safe = dialog?.querySelector<HTMLElement>('[data-safe]')
    const first = destructive ? (safe ?? field) : (field ?? safe)
    first?.focus()
  }, [])
  return (
    <div ref={inside} className="contents">
      {children}
    </div>
  )
}
