import { jstMinuteOf } from './jst.ts'

/** The theme: that of the device, always one of the two, or dark at night only. */
export const themes = ['system', 'light', 'dark', 'night'] as const
export type Theme = (typeof themes)[number]

/** 標準, 大, 特大: 100, 112.5 and 125 percent. */
export const textSizes = ['standard', 'large', 'xlarge'] as const
export type TextSize = (typeof textSizes)[number]

/** A user's appearance settings. */
export type Appearance = { theme: Theme; textSize: TextSize }

export const usualLooks: Appearance = { theme: 'system', textSize: 'standard' }

const night = { fromMinute: 21 * 60, toMinute: 6 * 60 }

/** Night begins at 21:00 and ends before 6:00, Japan time, whatever the device's time zone. */
export const isNight = (at: Date): boolean => {
  const minute = jstMinuteOf(at)
  return minute >= night.fromMinute || minute < night.toMinute
}

/** The value of `data-theme`; undefined follows the device. */
export function shownTheme(theme: Theme, atNight: boolean): 'light' | 'dark' | undefined {
  if (theme === 'system') return undefined
  if (theme === 'night') return atNight ? 'dark' : 'light'
  return theme
}

/** The value of `data-text`; undefined is the usual size. */
export const shownTextSize = (size: TextSize): 'large' | 'xlarge' | undefined =>
  size === 'standard' ? undefined : size

const isOneOf = <Word extends string>(words: readonly Word[], word: unknown): word is Word =>
  words.some((known) => known === word)

/** The two values of a form or of a cookie; null if one of them is unknown. */
export function parseAppearance(theme: unknown, textSize: unknown): Appearance | null {
  return isOneOf(themes, theme) && isOneOf(textSizes, textSize) ? { theme, textSize } : null
}
