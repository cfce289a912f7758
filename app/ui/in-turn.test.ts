import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('requests of one key follow each other, and of those that wait only the last is sent', async () => {
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const sending = (name: string, until = Promise.resolve()) =>
    inTurn('a', async () => {
      log.push(`${name} begins`)
      await until
      log.push(`${name} ends`)
    })
  const all = [sending('1', first.promise), sending('2'), sending('3')]
  await inTurn('b', async () => void log.push('another key'))
  first.resolve()
  await Promise.all(all)
  await sending('4')
  expect(log).toEqual(['1 begins', 'another key', '1 ends', '3 begins', '3 ends', '4 begins', '4 ends'])
})

test('one that fails holds up no other', async () => {
  const failed = inTurn('c', () => Promise.reject(new Error('no signal')))
  const next = inTurn('c', () => Promise.resolve())
  await expect(failed).rejects.toThrow('no signal')
  await expect(next).resolves.toBeUndefined()
})
