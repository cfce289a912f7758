import { expect, test } from 'vitest'
import { kyselyOn } from '#infra/db/kysely.server.ts'
import { attachChanges } from '#kernel/changes.ts'
import { columnsOf, loadColumns } from './kept-columns.server.ts'

test('a reading that fails is a line of the log with its reason, and is not tried again at once', async () => {
  let tries = 0
  const db = kyselyOn({
    connect: async () => {
      tries += 1
      throw new Error('the database is full')
    },
    end: async () => {},
    options: {},
  })
  const lines: string[] = []
  attachChanges(db, {
    isCurrent: () => true,
    becomesCurrent: async () => true,
    caughtUp: async () => {},
    listen: () => {},
    notice: (line) => void lines.push(line),
  })
  await loadColumns(db)
  expect(lines).toEqual([expect.stringContaining('the database is full')])
  expect(await columnsOf(db)).toBeNull()
  expect(tries).toBe(1)
})
