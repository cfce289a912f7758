import { countdown } from './constants.ts'

/** `14分5秒`, `2分`, `45秒`; a countdown never shows hours. */
export function timeWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds % 60
  return `${minutes > 0 ? `${minutes}分` : ''}${rest > 0 || minutes === 0 ? `${rest}秒` : ''}`
}

/** The announcement that was passed between two ticks, the last one if a sleeping tab passed several. */
export function spokenNow(before: number, now: number): number | null {
  const passed = countdown.spokenAtSeconds.filter((mark) => before > mark && now <= mark)
  return passed.length > 0 ? Math.min(...passed) : null
}
