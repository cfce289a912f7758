import { expect, test } from 'vitest'
import { ruleOf, transitionNames } from '../process/transitions.ts'
import { appearanceOf } from './order-timeline.tsx'

test.each(transitionNames)('the log tells %s in the words of the process', (name) => {
  expect(appearanceOf(ruleOf(name).event).told).toContain(ruleOf(name).told)
})

test('what happens to a line continues its name', () => {
  expect(appearanceOf('line_short').told).toBe('は、出荷する数量が不足しています')
  expect(appearanceOf('line_weighed').told).toBe('の重さを計量しました')
})

test('an event of an unknown kind is shown all the same', () => {
  expect(appearanceOf('order_dreamt').told).toBe('記録されました')
})
