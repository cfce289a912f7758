import { type ReactNode, Suspense } from 'react'
import { useWide } from './browser-state.ts'
import { PartsOnPcOnly } from './sent-parts.tsx'

/**
 * What is shown on a PC only, and rendered for it by the server. A phone hides it (`className` says `hidden lg:block`)
 * and leaves the server's markup alone, so that the script of a part that comes later is not even asked for.
 */
export const WideOnly = ({ className, children }: { className: string; children: ReactNode }) =>
  useWide() ? (
    <div className={className}>
      <PartsOnPcOnly>
        <Suspense>{children}</Suspense>
      </PartsOnPcOnly>
    </div>
  ) : (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: React does not look into it; what is there stays
    <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )
