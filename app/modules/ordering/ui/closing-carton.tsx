import { Stamp } from '#ui/market.tsx'
import '#styles/kit/harvest.css'

/**
 * The carton of an order that was just placed: it closes, is taped, and is stamped with the day. A drawing; the page
 * has the text.
 */
export function ClosingCarton({ word, date }: { word: string; date: string }) {
  return (
    <div className="closing-carton" aria-hidden="true">
      <svg viewBox="0 0 136 104" aria-hidden="true">
        <g data-sinks>
          <ellipse cx="44" cy="46" rx="15" ry="14" fill="var(--c-fruit)" />
          <ellipse cx="70" cy="43" rx="16" ry="15" fill="var(--c-fruit)" />
          <ellipse cx="95" cy="46" rx="15" ry="14" fill="var(--c-fruit)" />
          <path
            d="M44 33c-6-7-13-6-17-3 6 0 11 2 17 6zM44 35c6-8 12-8 17-5-6 0-11 2-17 6zM95 33c-6-7-13-6-17-3 6 0 11 2 17 6zM95 35c6-8 12-8 17-5-6 0-11 2-17 6zM70 29c-6-7-13-6-17-3 6 0 11 2 17 6zM70 31c6-8 12-8 17-5-6 0-11 2-17 6z"
            fill="var(--c-leaf)"
          />
        </g>
        <rect x="6" y="40" width="124" height="62" rx="3" fill="var(--kraft)" stroke="var(--kraft-line)" />
        <path d="M6 52h124v5H6zM6 60h124v2H6z" fill="var(--pine)" />
        <rect x="52" y="72" width="32" height="11" rx="5.5" fill="var(--kraft-line)" opacity=".75" />
        <rect
          data-flap="left"
          x="6"
          y="36"
          width="62"
          height="6"
          rx="2"
          fill="var(--kraft)"
          stroke="var(--kraft-line)"
        />
        <rect
          data-flap="right"
          x="68"
          y="36"
          width="62"
          height="6"
          rx="2"
          fill="var(--kraft)"
          stroke="var(--kraft-line)"
        />
        <path data-tape="" d="M60 35h16v16H60z" fill="var(--tag)" opacity=".9" />
      </svg>
      <Stamp word={word} date={date} lands />
    </div>
  )
}
