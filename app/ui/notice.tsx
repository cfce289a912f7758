import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useMatches } from 'react-router'
import { useHydrated } from './browser-state.ts'
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
 * The message that an action leaves for the next page. On a page rendered by the server it is a Notice, and stays one,
 * so that nothing moves and nothing is announced twice; on every later page it is a toast.
 */
export function FlashMessage({ notice, className }: { notice: string | null; className?: string }) {
  const hydrated = useHydrated()
  const answer = useAnswerWith(notice)
  const [printed, setPrinted] = useState(hydrated ? null : answer)
  if (printed && printed !== answer) setPrinted(null)
  const isPrinted = answer !== null && answer === printed
  useEffect(() => {
    if (notice && answer && !isPrinted) showToast({ text: notice, tone: 'matcha' })
  }, [notice, answer, isPrinted])
  if (!notice || !isPrinted) return null
  return (
    <div className={className}>
      <Notice tone="matcha" className="whitespace-pre-line">
        {notice}
      </Notice>
    </div>
  )
}

/** The response that brought the message: the same text twice in a row comes from two responses. */
function useAnswerWith(notice: string | null): unknown {
  const brought = useMatches().findLast(
    ({ loaderData: it }) => typeof it === 'object' && it !== null && 'notice' in it && it.notice === notice,
  )
  return notice === null ? null : (brought?.loaderData ?? notice)
}
