import { expect, test } from 'vitest'
import { z } from 'zod'
import { keyOfTask } from './key-of-task.ts'

const tasks = [
  ...['accept', 'acceptPart', 'acceptWithDay', 'decline', 'keep', 'prepare', 'shortage', 'answerCancel'],
  ...['answerReschedule', 'proposeDay', 'pack', 'ship', 'parcels', 'shipPart', 'shipRest', 'dropRest', 'giveUp'],
  ...['requestCorrection', 'withdrawCorrection', 'handOver'],
]

test('each task of a page has a key of its own, a UUID that is the same whenever it is asked for', () => {
  const made = crypto.randomUUID()
  const keys = tasks.map((task) => keyOfTask(made, task))
  expect(new Set(keys).size).toBe(tasks.length)
  expect(tasks.map((task) => keyOfTask(made, task))).toEqual(keys)
  for (const key of keys) expect(z.uuid().safeParse(key).success).toBe(true)
  expect(keyOfTask(crypto.randomUUID(), 'ship')).not.toBe(keyOfTask(made, 'ship'))
})
