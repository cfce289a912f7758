import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigation } from 'react-router'
import { formatNumber } from '#kernel/format.ts'
import { useHydrated } from './browser-state.ts'
import { pressNeedsScript } from './with-script.ts'
import '#styles/kit/pagination.css'

type LoadMoreProps = {
  /** The number shown now, and the total, if it was counted. */
  shown: number
  total?: number
  /**
   * The address that shows more, `?shown=40`: the whole list up to there, so that going back finds the position. Null
   * at the end.
   */
  to: string | null
  /** The first new entry, for a page without script. */
  hash?: string
  children?: string
}

/**
 * 「もっと見る」: with script the list grows in place, the focus stays and a screen reader announces the number of new
 * entries. Without script the same link opens the longer page at its first new entry.
 */
export function LoadMore({ shown, total, to, hash, children = 'もっと見る' }: LoadMoreProps) {
  const { pathname } = useLocation()
  const busy = useNavigation().location?.pathname === pathname
  const hydrated = useHydrated()
  const came = useCame(shown)
  const status = useRef<HTMLParagraphElement>(null)
  const pressed = useRef(false)
  useEffect(() => {
    // the link had the focus and is gone
    if (pressed.current && to === null) status.current?.focus({ preventScroll: true })
  }, [to])
  return (
    <div className="load-more">
      {to !== null && (
        <Link
          to={hash && !hydrated ? `${to}#${hash}` : to}
          className="btn"
          data-kind="line"
          data-size="lg"
          {...pressNeedsScript}
          replace
          preventScrollReset
          aria-disabled={busy || undefined}
          onClick={(event) => {
            pressed.current = true
            if (busy) event.preventDefault()
          }}
        >
          {busy ? '読み込み中です' : children}
        </Link>
      )}
      <p ref={status} role="status" tabIndex={-1} className="text-sub text-ink-2">
        {came > 0 && `${formatNumber(came)}件を読み込みました。`}
        {total === undefined ? `${formatNumber(shown)}件` : `${formatNumber(total)}件のうち${formatNumber(shown)}件`}
        {to === null && '。以上ですべてです'}
      </p>
    </div>
  )
}

/** The number of entries added by the last press; another list starts from zero. */
function useCame(shown: number): number {
  const [seen, setSeen] = useState({ shown, came: 0 })
  if (seen.shown !== shown) setSeen({ shown, came: Math.max(0, shown - seen.shown) })
  return seen.came
}
