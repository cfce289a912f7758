import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { aDevice, aQueuedMutation, aWay, faults, Killed } from '../../../tests/support/faulty-device.ts'
import { type Answer, sendAll } from './mutation-sender.ts'
import { postQueuedMutation } from './post-queued-mutation.ts'
import {
  fieldOf,
  joined,
  keptForMs,
  type NewQueuedMutation,
  nextQueuedMutation,
  type QueuedMutation,
  takenBack,
  tooOld,
} from './queued-mutation.ts'

const hour = 3_600_000

/** One step on a device: a form is submitted, or the app is opened, in one tab or in two. */
const someMoment = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('press' as const), lane: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('others' as const), lane: fc.integer({ min: 0, max: 2 }) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('send' as const), tabs: fc.integer({ min: 1, max: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ what: fc.constant('clock' as const), hours: fc.integer({ min: -300, max: 300 }) }),
  },
)
const someRun = fc.record({
  moments: fc.array(someMoment, { minLength: 1, maxLength: 14 }),
  plan: fc.array(fc.constantFrom(...faults), { maxLength: 20 }),
  /** After how many steps of the tabs the app is closed. */
  deaths: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 4 }),
})

/** A server like ours: what it has done under a key it answers again, and does not do again. */
function aServer() {
  const done = new Map<string, number>()
  const log: QueuedMutation[] = []
  const serve = async (press: QueuedMutation): Promise<Answer> => {
    await Promise.resolve()
    if (!done.has(press.key)) {
      done.set(press.key, log.length)
      log.push(press)
    }
    return { kind: 'done', body: {} }
  }
  return { log, serve }
}

test('devices with every fault: each press counts once, in its order, and only its owner sends it', async () => {
  await fc.assert(
    fc.asyncProperty(someRun, async ({ moments, plan, deaths }) => {
      const device = aDevice()
      const server = aServer()
      const way = aWay([...plan], server.serve)
      const made: NewQueuedMutation[] = []
      let clock = 0
      let steps = 0
      const dies = () => deaths.includes(++steps)
      const send = async () => {
        try {
          await sendAll({ store: device.tab(dies), owner: 'me', post: way.post, now: () => clock })
        } catch (error) {
          if (!(error instanceof Killed)) throw error
        }
      }
      for (const [index, moment] of moments.entries()) {
        if (moment.what === 'clock')
          clock = Math.max(-keptForMs / 2, Math.min(keptForMs / 2, clock + moment.hours * hour))
        else if (moment.what === 'send') {
          await Promise.all(Array.from({ length: moment.tabs }, send))
          await way.letStraysArrive()
        } else {
          const owner = moment.what === 'press' ? 'me' : 'another user'
          const press = aQueuedMutation({ key: `key ${index}`, lane: `lane ${moment.lane}`, owner, pressedAt: clock })
          await device.tab(() => false).add({ ...press, fields: [['n', String(index)]] })
          if (owner === 'me') made.push(press)
        }
      }
      // once the device is online again, and the app is not closed any more
      plan.length = 0
      const calm = aWay([], server.serve)
      await sendAll({ store: device.tab(() => false), owner: 'me', post: calm.post, now: () => clock })
      await way.letStraysArrive()
      expect(device.disk.filter(({ owner }) => owner === 'me')).toEqual([])
      expect(server.log.every(({ owner }) => owner === 'me')).toBe(true)
      for (const lane of new Set(made.map((press) => press.lane)))
        expect(server.log.filter((press) => press.lane === lane).map(({ key }) => key)).toEqual(
          made.filter((press) => press.lane === lane).map(({ key }) => key),
        )
    }),
  )
})

const plus = (by: number) => (press: Pick<NewQueuedMutation, 'fields'>) => Number(fieldOf(press, 'by')) + by
const sums = (last: QueuedMutation, next: NewQueuedMutation): NewQueuedMutation | null => {
  const by = plus(Number(fieldOf(next, 'by')))(last)
  return by === 0 ? null : { ...next, fields: [['by', String(by)]] }
}

test('steps that are joined on the way add up, whatever is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom(...faults), { maxLength: 12 }),
      async (steps, plan) => {
        const device = aDevice()
        const server = aServer()
        const way = aWay(plan, server.serve)
        const send = () => sendAll({ store: device.tab(() => false), owner: 'me', post: way.post, now: () => 0 })
        for (const [index, by] of steps.entries()) {
          const press = aQueuedMutation({ key: `key ${index}`, lane: 'stock', fields: [['by', String(by)]] })
          await device.tab(() => false).add(press, sums)
          if (index % 3 === 2) await send().catch(() => {})
        }
        plan.length = 0
        await send()
        const sum = server.log.reduce((all, press) => all + plus(0)(press), 0)
        expect(sum).toBe(steps.reduce((all, by) => all + by, 0))
      },
    ),
  )
})

const kept = (key: string, more: Partial<QueuedMutation> = {}): QueuedMutation => ({
  ...aQueuedMutation({ key, lane: 'a', ...more }),
  tried: false,
  refused: null,
  ...more,
})

test('what was refused stops its own lane, and no other', () => {
  const presses = [kept('1', { refused: 'いいえ' }), kept('2'), kept('3', { lane: 'b' })]
  expect(nextQueuedMutation(presses, 'me')?.key).toBe('3')
  expect(nextQueuedMutation(presses.slice(0, 2), 'me')).toBeNull()
  expect(nextQueuedMutation(presses, 'another user')).toBeNull()
  expect(takenBack(presses, 'a')).toEqual(['1', '2'])
})

test('a double press counts once; the same press after another one is a new one', () => {
  const fields: NewQueuedMutation['fields'] = [['task', 'pack']]
  const first = kept('1', { fields: [...fields, ['key', 'x']] })
  expect(joined([first], aQueuedMutation({ key: '2', lane: 'a', fields }))).toEqual({ remove: null, add: null })
  const other = kept('2', { fields: [['task', 'ship']] })
  expect(joined([first, other], aQueuedMutation({ key: '3', lane: 'a', fields })).add?.key).toBe('3')
})

test('where the server fails at one press, only its lane waits, and the others are sent', async () => {
  const device = aDevice()
  device.disk.push(kept('1'), kept('2'), kept('3', { lane: 'b' }))
  const sent: string[] = []
  const post = async ({ key }: QueuedMutation): Promise<Answer> => {
    sent.push(key)
    return key === '1' ? { kind: 'later', why: 'fault' } : { kind: 'done', body: null }
  }
  const later = await sendAll({ store: device.tab(() => false), owner: 'me', post, now: () => 0 })
  expect([later, sent]).toEqual([{ kind: 'later', why: 'fault' }, ['1', '3']])
  expect(device.disk.map(({ key }) => key)).toEqual(['1', '2'])
})

test.each([
  [500, 'fault'],
  [501, 'fault'],
  [502, 'line'],
  [503, 'line'],
  [429, 'line'],
  [401, 'signed_out'],
])('an answer with status %i is tried again later: %s', async (status, why) => {
  vi.stubGlobal('fetch', async () => new Response('', { status }))
  expect(await postQueuedMutation(kept('1'))).toEqual({ kind: 'later', why })
  vi.unstubAllGlobals()
})

test('what has waited for more than two weeks is not sent any more, and that is said', async () => {
  const device = aDevice()
  device.disk.push(kept('1'))
  const post = async (): Promise<Answer> => expect.unreachable()
  await sendAll({ store: device.tab(() => false), owner: 'me', post, now: () => keptForMs + 1 })
  expect(device.disk).toEqual([kept('1', { tried: true, refused: tooOld })])
})
