import { type RefObject, useEffect, useState } from 'react'

/** The time of the page, updated every minute: the option to edit a message ends by itself. */
export function useMinute(start: Date): Date {
  const [now, setNow] = useState(start)
  useEffect(() => {
    const began = Date.now()
    const timer = window.setInterval(() => setNow(new Date(start.getTime() + Date.now() - began)), 30_000)
    return () => window.clearInterval(timer)
  }, [start])
  return now
}

/**
 * The conversation fills the visible height below the page's header: less while a phone's keyboard is open, which does
 * not resize the page. messaging.css estimates it until the script is loaded.
 */
export function useRoomHeight(room: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement
    const seen = window.visualViewport
    const follow = () => {
      if (seen) style.setProperty('--seen-height', `${Math.round(seen.height)}px`)
      const above = (room.current?.getBoundingClientRect().top ?? 0) + window.scrollY
      style.setProperty('--talk-above', `${Math.round(above)}px`)
    }
    const bands = new ResizeObserver(follow)
    for (const band of document.querySelectorAll('body > *, #main > *')) bands.observe(band)
    seen?.addEventListener('resize', follow)
    follow()
    return () => {
      bands.disconnect()
      seen?.removeEventListener('resize', follow)
      style.removeProperty('--seen-height')
      style.removeProperty('--talk-above')
    }
  }, [room])
}
