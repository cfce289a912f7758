import { WifiOff } from 'lucide-react'
import { useOnline } from './browser-state.ts'

/** Offline everything can still be read; a form that was not sent says so in its own place. */
export function OfflineStrip({ className }: { className: string }) {
  const online = useOnline()
  return (
    <div role="status" className={`print:hidden ${className}`}>
      {!online && (
        <p className="flex min-h-(--target) items-center justify-center gap-2 bg-ai-tint px-3.5 py-1 text-center font-bold text-ai">
          <WifiOff aria-hidden="true" size={20} className="shrink-0" />
          オフラインです。閲覧のみ可能です。
        </p>
      )}
    </div>
  )
}
