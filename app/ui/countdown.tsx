import { useEffect, useEffectEvent, useState } from 'react'
import { countdown } from './constants.ts'
import { spokenNow, timeWords } from './countdown-labels.ts'

export type CountdownProps = {
  /** Whole seconds left when the server answered. */
  seconds: number
  /** The sentence around 「9分30秒」. */
  sentence: (left: string) => string
  /** The text after the end. */
  ended: string
  onEnd?: () => void
}

/**
 * Counts down from the server's value by the time elapsed here: the device's clock does not matter. The display changes
 * every second; a screen reader announces ten minutes, one minute and the end.
 */
export function Countdown({ seconds, sentence, ended, onEnd }: CountdownProps) {
  const [left, setLeft] = useState(seconds)
  const [spoken, setSpoken] = useState('')
  const passTo = useEffectEvent((before: number, now: number) => {
    setLeft(now)
    const mark = spokenNow(before, now)
    if (mark !== null) setSpoken(mark === 0 ? ended : sentence(timeWords(mark)))
    if (now === 0) onEnd?.()
  })
  useEffect(() => {
    const startedAt = performance.now()
    let before = seconds
    const timer = setInterval(() => {
      const now = Math.max(0, seconds - Math.floor((performance.now() - startedAt) / 1000))
      passTo(before, now)
      before = now
      if (now === 0) clearInterval(timer)
    }, countdown.tick)
    return () => clearInterval(timer)
  }, [seconds])
  return (
    <span className="relative">
      <span role="timer">{left > 0 ? sentence(timeWords(left)) : ended}</span>
      <span className="visually-hidden" aria-live="polite">
        {spoken}
      </span>
    </span>
  )
}
