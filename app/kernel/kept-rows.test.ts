import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attachChanges, type ChangeEar, type Changes } from './changes.ts'
import { keptRows } from './kept-rows.ts'

let now = 0
beforeEach(() => {
  now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => vi.restoreAllMocks())

/** A process that receives the changes that the test sends. */
function aProcess(slow?: number) {
  const ears: ChangeEar[] = []
  const changes: Changes = {
    isCurrent: () => true,
    becomesCurrent: async () => true,
    caughtUp: async () => {},
    listen: (_, ear) => void ears.push(ear),
    notice: () => {},
  }
  const db = {}
  attachChanges(db, changes)
  const database = { text: 'first', readingTakes: 0, whileReading: () => {}, reads: 0 }
  const kept = keptRows<{ tag: string; text: string }>({
    channel: 'any',
    all: 'everything',
    tagsOf: ({ tag }) => [tag],
    most: 10,
    ...(slow !== undefined && { slow }),
  })
  return {
    hear: (payload: string) => ears.forEach((ear) => void ear.heard(payload)),
    miss: () => ears.forEach((ear) => void ear.missed()),
    database,
    ask: async () => {
      const { text } = await kept.one(db, 'key', async () => {
        const { text } = database
        database.reads++
        now += database.readingTakes
        database.whileReading()
        return { tag: 'mine', text }
      })
      return text
    },
  }
}

test('a value is read once, until its own change is heard', async () => {
  const it = aProcess()
  expect([await it.ask(), await it.ask(), it.database.reads]).toEqual(['first', 'first', 1])
  it.database.text = 'second'
  it.hear('another')
  expect([await it.ask(), it.database.reads]).toEqual(['first', 1])
  it.hear('mine')
  expect([await it.ask(), it.database.reads]).toEqual(['second', 2])
})

test('a value is kept though others change while it is read, and not if it changes itself', async () => {
  const it = aProcess()
  it.database.whileReading = () => it.hear('another')
  await it.ask()
  await it.ask()
  expect(it.database.reads).toBe(1)
  for (const change of [() => it.hear('mine'), () => it.hear('everything'), it.miss]) {
    it.hear('mine')
    it.database.whileReading = change
    const before = it.database.reads
    await it.ask()
    await it.ask()
    expect(it.database.reads).toBe(before + 2)
  }
})

test('a long list of changes is dropped, and then no value that was being read is cached', async () => {
  const it = aProcess()
  it.database.whileReading = () => {
    for (let other = 0; other <= 10_000; other++) it.hear(`other:${other}`)
  }
  await it.ask()
  await it.ask()
  expect(it.database.reads).toBe(2)
})

test('what is slow to read is read once a second, and never older than that', async () => {
  const it = aProcess(20)
  it.database.readingTakes = 60
  await it.ask()
  for (let change = 0; change < 9; change++) {
    it.database.text = `${change}`
    it.hear(change % 2 ? 'mine' : 'everything')
    now += 100
    expect([await it.ask(), it.database.reads]).toEqual(['first', 1])
  }
  now += 40
  expect([await it.ask(), it.database.reads]).toEqual(['8', 2])
})

test('what changes while it is read slowly is used for the rest of the second', async () => {
  const it = aProcess(20)
  it.database.readingTakes = 60
  it.database.whileReading = () => {
    it.database.text = 'second'
    it.hear('mine')
  }
  expect([await it.ask(), await it.ask(), it.database.reads]).toEqual(['first', 'first', 1])
  now += 940
  expect([await it.ask(), it.database.reads]).toEqual(['second', 2])
})

test('values that are quick to read are exact, and after a lost connection slow ones are, too', async () => {
  const it = aProcess(20)
  it.database.readingTakes = 20
  await it.ask()
  it.hear('mine')
  await it.ask()
  expect(it.database.reads).toBe(2)
  it.database.readingTakes = 60
  it.hear('mine')
  await it.ask()
  it.miss()
  await it.ask()
  expect(it.database.reads).toBe(4)
})
