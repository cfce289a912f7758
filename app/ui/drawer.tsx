import { X } from 'lucide-react'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { Heading } from 'react-aria-components/Heading'
import { Frame } from './dialog.tsx'
import { IconButton } from './icon-button.tsx'
import '#styles/kit/dialog.css'
import '#styles/kit/drawer.css'

export type DrawerProps = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays in view at the lower edge while the rest scrolls. */
  action?: ReactNode
}

/** From the right on a PC; on a phone it is a BottomSheet. */
export const Drawer = (props: DrawerProps) => <Sheet {...props} className="drawer" />

/** From below, within reach of a thumb: filters, the choice of a day, substitutes. */
export const BottomSheet = (props: DrawerProps) => <Sheet {...props} className="bottom-sheet" />

/** Pixels by which the sheet is dragged down until it closes. */
const drawnAway = 80

function Sheet({ open, onClose, title, children, action, className }: DrawerProps & { className: string }) {
  const { drawn, handle } = useDrawnAway(onClose)
  return (
    <Frame open={open} onClose={onClose} className={className} role="dialog">
      <div className="sheet" style={drawn > 0 ? { translate: `0 ${drawn}px` } : undefined}>
        <div className="sheet-head" {...handle}>
          <span className="sheet-handle" aria-hidden="true" />
          <Heading slot="title" className="sheet-title">
            {title}
          </Heading>
          <IconButton label="閉じる" data-safe onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <div className="sheet-body">{children}</div>
        {action && <div className="sheet-action">{action}</div>}
      </div>
    </Frame>
  )
}

/** Dragging the header down closes the sheet, too; never the only way. */
function useDrawnAway(onClose: () => void) {
  const [from, setFrom] = useState<number | null>(null)
  const [drawn, setDrawn] = useState(0)
  const letGo = () => {
    setFrom(null)
    setDrawn(0)
  }
  const handle = {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') return
      setFrom(event.clientY)
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => from !== null && setDrawn(Math.max(0, event.clientY - from)),
    onPointerUp: () => {
      letGo()
      if (drawn > drawnAway) onClose()
    },
    onPointerCancel: letGo,
  }
  return { drawn, handle }
}
