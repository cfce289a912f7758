import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { skeleton } from './constants.ts'

/**
 * For the box of a table: busy while the same page is loading with other rows, and once that takes long, the skeleton of
 * the rows that are there, so that nothing moves. A form that is sent leaves them alone.
 */
export function useTableWaits() {
  const { pathname } = useLocation()
  const { location, formMethod } = useNavigation()
  const isBusy = location?.pathname === pathname && formMethod !== 'POST'
  const [waits, setWaits] = useState(false)
  useEffect(() => {
    if (!isBusy) return
    const timer = window.setTimeout(() => setWaits(true), skeleton.after)
    return () => {
      window.clearTimeout(timer)
      setWaits(false)
    }
  }, [isBusy])
  return { 'aria-busy': isBusy || undefined, 'data-waits': waits || undefined }
}
