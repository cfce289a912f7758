import { ScanBarcode } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useHydrated } from '#ui/browser-state.ts'
import { Button } from '#ui/button.tsx'
import { canScan } from './barcode-detector.ts'
// The camera: only after the button was pressed.
import ScanDialog from './scan-dialog.tsx' with { load: 'later' }

/**
 * Reads the number of a label with the camera into the field of its form, by the browser's own reader of barcodes or, where it
 * has none, by ours, which is loaded when the button was pressed.
 */
export default function ScanButton({ field, box }: { field: string; box: number }) {
  const hydrated = useHydrated()
  const button = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  if (!hydrated || !canScan()) return null
  const fill = (number: string) => {
    setOpen(false)
    const input = button.current?.closest('form')?.elements.namedItem(field)
    if (!(input instanceof HTMLInputElement)) return
    input.value = number
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.focus()
  }
  return (
    <div ref={button}>
      <Button
        type="button"
        kind="line"
        icon={<ScanBarcode />}
        aria-label={`個口${box}の送り状番号をカメラで読み取る`}
        onClick={() => setOpen(true)}
      >
        カメラで読み取る
      </Button>
      {open && (
        <Suspense>
          <ScanDialog onRead={fill} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
