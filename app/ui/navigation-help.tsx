import { useEffect } from 'react'
import { ChunkGuard } from './chunk-guard.tsx'
import { useControlTips } from './control-tips.ts'
import { useStoredPages } from './device/use-stored-pages.ts'
import { LinkPrefetch } from './link-prefetch.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { PageFocus } from './page-focus.tsx'
import { Toaster } from './toaster.tsx'

/** The error page cannot be loaded offline: it is prefetched while the device is online. */
const fetchErrorPage = () => void import('./error-page.tsx').catch(() => {})

/** What helps from one page to the next. It is not needed before the page is shown, so its script is loaded later. */
export default function NavigationHelp() {
  useEffect(fetchErrorPage, [])
  useStoredPages()
  useControlTips()
  return (
    <>
      <Toaster />
      <LoadingBar />
      <PageFocus />
      <LinkPrefetch />
      <ChunkGuard />
    </>
  )
}
