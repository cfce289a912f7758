import { useEffect } from 'react'
import { ChunkGuard, type SheetOf } from './chunk-guard.tsx'
import { useKeptPages } from './device/use-kept-pages.ts'
import { LinkPrefetch } from './link-prefetch.tsx'
import { LoadingBar } from './loading-bar.tsx'
import { PageFocus } from './page-focus.tsx'
import { Toaster } from './toaster.tsx'

/** The error page cannot be loaded offline: it is prefetched while the device is online. */
const fetchErrorPage = () => void import('./error-page.tsx').catch(() => {})

/** Helpers for navigation. They are not needed before the page has loaded, so their script comes later. */
export default function NavigationHelp({ sheetOf }: { sheetOf: SheetOf }) {
  useEffect(fetchErrorPage, [])
  useKeptPages()
  return (
    <>
      <Toaster />
      <LoadingBar />
      <PageFocus />
      <LinkPrefetch />
      <ChunkGuard sheetOf={sheetOf} />
    </>
  )
}
