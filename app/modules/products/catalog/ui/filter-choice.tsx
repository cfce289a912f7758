import type { ReactNode } from 'react'
import { formatNumber } from '#kernel/format.ts'

type TickProps = {
  name: string
  value?: string | number
  on: boolean
  count?: number | undefined
  children: ReactNode
}

/** One of several that may be chosen together. */
export const Tick = ({ name, value = 1, on, count, children }: TickProps) => (
  <label data-none={count === 0 || undefined}>
    <input type="checkbox" name={name} value={value} defaultChecked={on} />
    <span>{children}</span>
    <Figure count={count} />
  </label>
)

/** One of several that exclude one another. */
export const Choice = ({ name, value = 1, on, count, children }: TickProps) => (
  <label data-none={count === 0 || undefined}>
    <input type="radio" name={name} value={value} defaultChecked={on} />
    <span>{children}</span>
    <Figure count={count} />
  </label>
)

const Figure = ({ count }: { count: number | undefined }) =>
  count !== undefined && (
    <small>
      {formatNumber(count)}
      <span className="visually-hidden">点</span>
    </small>
  )

export const Yen = ({ name, label, value }: { name: string; label: string; value: number | null }) => (
  <input
    className="field-control num"
    name={name}
    aria-label={label}
    inputMode="numeric"
    autoComplete="off"
    maxLength={10}
    defaultValue={value ?? ''}
  />
)
