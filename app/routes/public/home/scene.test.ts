import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { minuteOfDay } from '#kernel/jst.ts'
import { sceneAt } from './scene.ts'

test.each([
  ['03:59', 'night'],
  ['04:00', 'dawn'],
  ['07:59', 'dawn'],
  ['08:00', 'day'],
  ['15:59', 'day'],
  ['16:00', 'dusk'],
  ['18:59', 'dusk'],
  ['19:00', 'night'],
])('at %s the scene is %s', (time, hour) => {
  expect(sceneAt(minuteOfDay(time), 11).now).toBe(`home-autumn-${hour}`)
})

test.each([
  [12, 'winter'],
  [2, 'winter'],
  [3, 'spring'],
  [5, 'spring'],
  [6, 'summer'],
  [8, 'summer'],
  [9, 'autumn'],
  [11, 'autumn'],
])('in month %i it is %s there', (month, season) => {
  expect(sceneAt(minuteOfDay('12:00'), month).night).toBe(`home-${season}-night`)
})

test('every scene has its pictures', () => {
  const times = ['05:00', '12:00', '17:00', '22:00'].map(minuteOfDay)
  const names = times.flatMap((minute) => Array.from({ length: 12 }, (_, month) => sceneAt(minute, month + 1).now))
  const missing = [...new Set(names)]
    .flatMap((name) => [960, 1600].map((width) => `public/pictures/${name}-${width}.webp`))
    .filter((path) => !existsSync(path))
  expect(missing).toEqual([])
})
