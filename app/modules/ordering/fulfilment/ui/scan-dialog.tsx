import { useEffect, useRef, useState } from 'react'
import { scannedTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { Button } from '#ui/button.tsx'
import { labelDetector } from './barcode-detector.ts'

type Props = { onRead: (number: string) => void; onClose: () => void }

/** How often a picture of the camera is looked at. */
const everyMs = 200

const noCamera = 'カメラを使用できません。ブラウザーの設定でカメラを許可するか、番号を入力してください。'

/** The camera until a barcode with the number of a label is read; barcodes of other things are passed over. */
export default function ScanDialog({ onRead, onClose }: Props) {
  const [sentence, setSentence] = useState('送り状のバーコードを映してください。')
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const read = useRef(onRead)
  useEffect(() => {
    read.current = onRead
  })
  useEffect(() => {
    dialog.current?.showModal()
  }, [])
  useEffect(() => {
    let over = false
    let camera: MediaStream | null = null
    const stop = () => {
      for (const track of camera?.getTracks() ?? []) track.stop()
    }
    const look = async () => {
      camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
      const detector = await labelDetector()
      const picture = video.current
      if (over || !picture) return stop()
      picture.srcObject = camera
      await picture.play()
      while (!over) {
        const found = await detector.detect(picture)
        const number = found.map(({ rawValue }) => scannedTrackingNumber(rawValue)).find((it) => it !== null)
        if (number && !over) return read.current(number)
        if (found.length > 0)
          setSentence('送り状番号のバーコードではありません。12桁の番号のバーコードを映してください。')
        await new Promise((done) => setTimeout(done, everyMs))
      }
    }
    look().catch(() => setSentence(noCamera))
    return () => {
      over = true
      stop()
    }
  }, [])
  return (
    // the native one: the kit's would bring its styles to every page of an order
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby="scan-title"
      className="card m-auto w-full max-w-[40rem] p-4"
    >
      <div className="grid gap-3">
        <h2 id="scan-title" className="text-h4 font-bold">
          カメラで読み取る
        </h2>
        <p role="status">{sentence}</p>
        <video ref={video} muted playsInline className="w-full rounded-card" aria-label="カメラの映像" />
        <Button type="button" kind="line" onClick={() => dialog.current?.close()}>
          閉じる
        </Button>
      </div>
    </dialog>
  )
}
