import type { ReactNode } from 'react'
import { Countdown, type CountdownProps } from './countdown.tsx'
import { toneIcons } from './notice.tsx'
import '#styles/kit/alert.css'

type Props = {
  tone?: keyof typeof toneIcons
  title: ReactNode
  children?: ReactNode
  /** What can be done about it: buttons or links. */
  actions?: ReactNode
  /** Seconds left by the server's clock, and the sentences; see Countdown. */
  countdown?: CountdownProps
}

/** Something that happened and what to do now: a title, words, actions, and if need be how long it takes. */
export function Alert({ tone = 'ai', title, children, actions, countdown }: Props) {
  const Icon = toneIcons[tone]
  return (
    <div className="notice alert" data-tone={tone}>
      <Icon aria-hidden="true" />
      <div className="min-w-0 grow">
        {/* the clock is outside: a live region would read out every second */}
        <div role={tone === 'akane' ? 'alert' : 'status'}>
          <p className="alert-title">{title}</p>
          {children && <div className="alert-words">{children}</div>}
        </div>
        {countdown && (
          <p className="alert-words">
            <Countdown {...countdown} />
          </p>
        )}
        {actions && <div className="alert-actions">{actions}</div>}
      </div>
    </div>
  )
}
