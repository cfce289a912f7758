import type { MinuteOfDay } from '#kernel/jst.ts'

const hourOf = (minute: MinuteOfDay) => {
  const hour = minute / 60
  if (hour < 4 || hour >= 19) return 'night'
  if (hour < 8) return 'dawn'
  return hour < 16 ? 'day' : 'dusk'
}

const seasons = ['winter', 'spring', 'summer', 'autumn'] as const

/** The field by the hour and the month in Japan. The pictures are db/pictures/home-scenes.ts. */
export function sceneAt(minute: MinuteOfDay, month: number): { now: string; night: string } {
  const season = seasons[Math.floor((month % 12) / 3)] ?? 'winter'
  return { now: `home-${season}-${hourOf(minute)}`, night: `home-${season}-night` }
}
