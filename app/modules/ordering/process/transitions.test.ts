import { expect, test } from 'vitest'
import { actorsOf, partiesTold, ruleOf, type TransitionName, transitionNames } from './transitions.ts'

const effectsOf = (name: TransitionName) => ruleOf(name).effects

test.each(transitionNames)('%s does what its place in the process asks of it', (name) => {
  const { from, to, at, until } = ruleOf(name)
  const effects = effectsOf(name)
  // what ends before anything has left returns what it held
  if (['declined', 'expired', 'cancelled'].includes(to)) expect(effects).toContain('release')
  if (to === 'draft' && name !== 'join') expect(effects).toContain('into_cart')
  // what was accepted in full is still reserved
  if (to === 'placed' && name !== 'unaccept') expect(effects.some((effect) => effect.startsWith('reserve'))).toBe(true)
  if (to === 'accepted' && from.includes('placed')) expect(effects).toContain('confirmed')
  if (to === 'finalized' && from.includes('inspected')) expect(effects).toContain('billed')
  // no party is notified of its own steps alone, and automatic steps are reported to a party, unless they are usual
  if (at && actorsOf(name).length === 1 && !until)
    expect([name, partiesTold(name).length > 0]).toEqual([name, name !== 'close'])
})

test('a cancellation has a fee in one window only, and none if the farm or no party caused it', () => {
  const withFee = transitionNames.filter((name) => effectsOf(name).includes('fee'))
  expect(withFee).toEqual(['agreeCancel'])
  expect(withFee.map((name) => ruleOf(name).window)).toEqual(['W2'])
  for (const name of ['turnDown', 'giveUp', 'neverShipped', 'cancel'] as const)
    expect(effectsOf(name)).toContain('no_fee')
})
