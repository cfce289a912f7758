import { Suspense } from 'react'
import { lazyPart } from '#ui/lazy-part.ts'

// Rendered by the server; its script is loaded after the page's own.
const Bell = import.meta.env.SSR ? (await import('./bell.tsx')).default : lazyPart(() => import('./bell.tsx'))

export const LazyBell = (props: { unread: number; className?: string }) => (
  <Suspense>
    <Bell {...props} />
  </Suspense>
)
