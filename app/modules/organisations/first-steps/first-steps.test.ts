import { expect, test } from 'vitest'
import { type FirstStep, farmSteps, leftText, restaurantSteps } from './first-steps.ts'

const stepsWith = (steps: typeof farmSteps | typeof restaurantSteps, done: readonly string[]): FirstStep[] =>
  steps.map((step) => ({ ...step, done: done.includes(step.name) }))

test.each([
  [stepsWith(farmSteps, []), '残り4項目・約14分'],
  [stepsWith(farmSteps, ['goods']), '残り3項目・約9分'],
  [stepsWith(restaurantSteps, ['shop']), '残り2項目・約3分'],
  [stepsWith(restaurantSteps, ['shop', 'receiving', 'billing']), 'すべて完了'],
])('what is left, and about how long it takes: %#', (steps, text) => {
  expect(leftText(steps)).toBe(text)
})
