import { Suspense } from 'react'
// In the page that the server sends; its script comes after the page's own.
import Bell from './bell.tsx' with { load: 'later' }

export const LazyBell = (props: { unread: number; className?: string }) => (
  <Suspense>
    <Bell {...props} />
  </Suspense>
)
