import type { ReactNode } from 'react'
import { Countdown, type CountdownProps } from './countdown.tsx'
import { toneIcons } from './notice.tsx'
import '#styles/kit/alert.css'

type Props = {
  tone?: keyof typeof toneIcons
  title: ReactNode
  children?: ReactNode
  /** The possible actions: buttons or links. */
  actions?: ReactNode
  /** Seconds left by the server's clock, and the sentences; see Countdown. */
  countdown?: CountdownProps
}

/** An event and what to do now: a title, text, actions, and optionally a countdown. */
export function Alert({ tone = 'ai', title, children, actions, countdown }: Props) {
  const Icon = toneIcons[tone]
  return (
    <div className="notice alert" data-tone={tone}>
      <Icon aria-hidden="true" />
      <div className="min-w-0 grow">
        {/* the countdown is outside: a live region would read out every second */}
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
