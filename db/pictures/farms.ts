import type { FarmScene } from './farm-scene.ts'

const autumnHills = ['#c9bfa5', '#b58f5e', '#8f7a45'] as const
const winterHills = ['#c9d6dd', '#a5b9c0', '#7f9a94'] as const
const eveningHills = ['#6a5e83', '#54536f', '#3f4a55'] as const
const summerHills = ['#a5c8d6', '#7fae9a', '#4f8f66'] as const

const noon = ['#8ec9ee', '#c5e4f4', '#eaf5f2']
const evening = ['#33406b', '#b7697a', '#f3b27a']
const mist = ['#dfe8ea', '#eef2ee', '#e3ece4']

/** Farms by hour, season, crop and soil. farm-01 is the ground of the hero (今朝の畑から). */
export const farms: Readonly<Record<string, FarmScene>> = {
  'farm-01': { seed: 3, accent: 'tractor', snowMountainAt: 0.63 },
  'farm-02': {
    seed: 8,
    sky: noon,
    hills: summerHills,
    sun: { x: 0.2, y: 0.12, colour: '#ffffff' },
    accent: 'greenhouse',
    vanishing: 0.5,
  },
  'farm-03': {
    seed: 17,
    sky: evening,
    hills: eveningHills,
    crop: ['#355f45', '#4e7d52'],
    soil: '#4a3628',
    cloud: '#f6c2a8',
    sun: { x: 0.7, y: 0.38, colour: '#ffd9a0' },
  },
  'farm-04': {
    seed: 21,
    sky: mist,
    soil: '#4b3a2e',
    crop: ['#3d7f4a', '#5fa55a'],
    accent: 'greenhouse',
    vanishing: 0.3,
  },
  'farm-05': {
    seed: 29,
    sky: ['#a9d6f0', '#d8edf2', '#f4efd8'],
    hills: autumnHills,
    crop: ['#b58a2a', '#dcb84a'],
    soil: '#8a6a42',
    vanishing: 0.58,
    accent: 'tractor',
  },
  'farm-06': {
    seed: 34,
    sky: noon,
    hills: summerHills,
    crop: ['#2f7f45', '#54a84f'],
    soil: '#5b4432',
    snowMountainAt: 0.3,
    vanishing: 0.66,
  },
  'farm-07': {
    seed: 42,
    sky: ['#c3d4e0', '#e3ebee', '#f6f1e6'],
    hills: winterHills,
    crop: ['#5f9a62', '#8fbf7a'],
    soil: '#8a7460',
    accent: 'greenhouse',
    cloud: '#ffffff',
  },
  'farm-08': {
    seed: 47,
    sky: ['#f6b98a', '#fbd9a8', '#fdeed0'],
    hills: ['#c9a79a', '#a58a7f', '#6f7f66'],
    crop: ['#6f8f35', '#9ab54a'],
    soil: '#7a4f34',
    vanishing: 0.36,
    accent: 'tractor',
  },
  'farm-09': {
    seed: 55,
    sky: ['#9bd0ea', '#cfe9f0', '#f0f6ea'],
    hills: ['#c5d2e6', '#a9c0b0', '#d9a5b5'],
    crop: ['#6fae45', '#a5d162'],
    soil: '#6b4c34',
    vanishing: 0.52,
  },
  'farm-10': {
    seed: 63,
    sky: noon,
    hills: summerHills,
    crop: ['#5b3f7a', '#8a6ab0'],
    soil: '#6b4a3a',
    sun: { x: 0.85, y: 0.14, colour: '#ffffff' },
    vanishing: 0.4,
  },
  'farm-11': {
    seed: 71,
    sky: ['#25325a', '#6a6f9e', '#e8b8a0'],
    hills: ['#57648f', '#465474', '#33475a'],
    crop: ['#2f5f4a', '#47805a'],
    soil: '#3d3029',
    cloud: '#b8b4d0',
    sun: { x: 0.25, y: 0.42, colour: '#ffe3c0' },
    vanishing: 0.6,
    snowMountainAt: 0.76,
  },
  'farm-12': {
    seed: 88,
    sky: ['#bfe0ea', '#e3f1ea', '#f6f3dc'],
    crop: ['#a53a45', '#7fae4a'],
    soil: '#4f3a2c',
    vanishing: 0.46,
    accent: 'greenhouse',
  },
}
