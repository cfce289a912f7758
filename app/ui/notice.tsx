import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from './browser-state.ts'
import type { Flash } from './flash-message.ts'
import { showToast } from './toast-list.ts'

export const toneIcons = { ai: Info, akane: CircleAlert, matcha: CircleCheck, tag: Info }

/** An inline message. Errors interrupt a screen reader, the others wait their turn. */
export function Notice({
  tone = 'ai',
  children,
  className,
}: {
  tone?: keyof typeof toneIcons
  children: ReactNode
  className?: string
}) {
  const Icon = toneIcons[tone]
  return (
    <div className={`notice ${className ?? ''}`} data-tone={tone} role={tone === 'akane' ? 'alert' : 'status'}>
      <Icon aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

/**
 * The message that an action leaves for the next page (useFlash). On a page rendered by the server it is a Notice, and stays one,
 * so that nothing moves and nothing is announced twice; on every later page it is a toast.
 */
export function FlashMessage({ flash, className }: { flash: Flash | null; className?: string }) {
  const hydrated = useHydrated()
  const [printed] = useState(hydrated ? null : flash)
  const isPrinted = flash !== null && flash === printed
  useEffect(() => {
    if (flash && !isPrinted) showToast({ text: flash.notice, tone: 'matcha' })
  }, [flash, isPrinted])
  if (!flash || !isPrinted) return null
  return (
    <div className={className}>
      <Notice tone="matcha" className="whitespace-pre-line">
        {flash.notice}
      </Notice>
    </div>
  )
}
