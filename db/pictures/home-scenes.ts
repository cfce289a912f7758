import type { FarmScene } from './farm-scene.ts'

/** What stands in the field, and how the hills and the soil look then. */
const seasons = {
  spring: {
    crop: ['#5f9f3c', '#97c95a'],
    soil: '#6f4f36',
    hills: ['#c8cfdb', '#b9c9a8', '#8fb27a'],
  },
  summer: {
    crop: ['#2f7f3f', '#56a64b'],
    soil: '#644630',
    hills: ['#a9cbd4', '#7fb093', '#4f8f62'],
  },
  autumn: {
    crop: ['#4f8f3f', '#7db54d'],
    soil: '#7a5a3c',
    hills: ['#c4c2ae', '#b39a6a', '#8a8a4e'],
  },
  winter: {
    crop: ['#3f7d55', '#79ab78'],
    soil: '#84694f',
    hills: ['#c9d6dd', '#a9bfc2', '#7f9f92'],
  },
} as const satisfies Record<string, Pick<FarmScene, 'crop' | 'soil' | 'hills'>>

/** The light. A veil darkens what the season has coloured. */
const hours = {
  dawn: {
    sky: ['#f6b98a', '#fbd9a8', '#fdeed0'],
    sun: { x: 0.73, y: 0.36, colour: '#fff1c2' },
    veil: { colour: '#ffb37a', opacity: 0.08 },
  },
  day: {
    sky: ['#8ec9ee', '#c5e4f4', '#eef5ea'],
    sun: { x: 0.82, y: 0.13, colour: '#ffffff' },
  },
  dusk: {
    sky: ['#4a4f86', '#c2707c', '#f7bd7e'],
    sun: { x: 0.46, y: 0.36, colour: '#ffe0a8' },
    cloud: '#f8c6ac',
    hills: ['#8a7596', '#6f6484', '#5a5a68'],
    veil: { colour: '#5a2350', opacity: 0.16 },
  },
  night: {
    sky: ['#0c1730', '#1b2b4e', '#35456b'],
    sun: { x: 0.43, y: 0.16, colour: '#f6efd6' },
    cloud: '#5a6a92',
    hills: ['#6d80a8', '#566b8c', '#435c74'],
    veil: { colour: '#0a1830', opacity: 0.5 },
    night: true,
  },
} as const satisfies Record<string, Omit<FarmScene, 'seed'>>

/** The visitor's home at the hour at which one comes, in the season at which one comes: `home-autumn-dusk`. */
export const homeScenes: Readonly<Record<string, FarmScene>> = Object.fromEntries(
  Object.entries(seasons).flatMap(([season, field]) =>
    Object.entries(hours).map(([hour, light]) => [
      `home-${season}-${hour}`,
      {
        seed: 3,
        vanishing: 0.46,
        snowMountainAt: 0.62,
        ...(hour === 'day' ? { accent: 'tractor' as const } : {}),
        ...field,
        ...light,
      },
    ]),
  ),
)
