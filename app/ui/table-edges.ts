import { type RefObject, useEffect } from 'react'

/** Marks the sides at which a scroll box is clipped, `data-cut="start end"` on its frame, for a shadow there. */
export function useCutEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const scrolled = box.current
    const frame = scrolled?.parentElement
    if (!scrolled || !frame) return
    const mark = () => {
      const hidden = scrolled.scrollWidth - scrolled.clientWidth
      const cut = [scrolled.scrollLeft > 1 && 'start', scrolled.scrollLeft < hidden - 1 && 'end']
      frame.dataset.cut = cut.filter(Boolean).join(' ')
    }
    const watch = new ResizeObserver(mark)
    watch.observe(scrolled)
    scrolled.addEventListener('scroll', mark, { passive: true })
    return () => {
      watch.disconnect()
      scrolled.removeEventListener('scroll', mark)
    }
  }, [box])
}
