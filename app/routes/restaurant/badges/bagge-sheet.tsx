import type { ReactNode } from 'react'
import { BottomSheet } from '#ui/drawer.tsx'

/** On a phone: the options within reach of a thumb, with the preview above. */
export default function BadgeSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <BottomSheet open onClose={onClose} title="形と農園">
      {children}
    </BottomSheet>
  )
}
