import { FlashNotice, Notice } from '#ui/notice.tsx'
import { OfflineStrip } from '#ui/offline-strip.tsx'

/** Above every farmer's page: that there is no signal, that the farm is suspended, and what the last action has to say. */
export default function SaidAbove({ mayTakeOn, notice }: { mayTakeOn: boolean; notice: string | null }) {
  return (
    <>
      <OfflineStrip className="sticky top-0 z-(--z-header)" />
      {!mayTakeOn && (
        <Notice tone="tag" className="rounded-none">
          農園の利用が止まっています。新しい注文は受けられません。受けた注文の箱づめと発送は続けられます。
        </Notice>
      )}
      <FlashNotice notice={notice} className="mx-auto w-full max-w-5xl px-3 pt-3 text-h4 font-bold" />
    </>
  )
}
