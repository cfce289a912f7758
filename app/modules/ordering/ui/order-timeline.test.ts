import { expect, test } from 'vitest'
import { eventKind } from '../apply-transition.ts'
import { orderProcess, type TransitionName, transitionNames } from '../order-process.ts'
import { appearanceOf } from './order-timeline.tsx'

const ofLines: readonly TransitionName[] = ['short', 'weigh']

test.each(transitionNames.filter((name) => !ofLines.includes(name)))(
  'the log tells %s in the words of the process',
  (name) => {
    expect(appearanceOf(eventKind[name]).told).toBe(orderProcess[name].told)
  },
)

test('what nobody knows any more is told all the same', () => {
  expect(appearanceOf('order_dreamt').told).toBe('記録されました')
})
