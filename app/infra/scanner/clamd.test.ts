import { afterEach, expect, test } from 'vitest'
import { clamdServer, eicar } from '../../../tests/support/clamd-server.ts'
import { clamd, clamdSetting } from './clamd.server.ts'

const heard: { clamd: string }[] = []
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  heard.length = 0
  for (const stop of stops.splice(0)) await stop()
})

async function scanner(how: Parameters<typeof clamdServer>[0] = 'right', withinMs = 5_000) {
  const server = await clamdServer(how)
  stops.push(server.stop)
  return clamd(server.url, { withinMs, warn: (facts) => heard.push(facts) })
}

test('a clean file of several pieces is clean, also an empty one', async () => {
  const it = await scanner()
  expect(await it.scan(Buffer.alloc(200_000, 7))).toBe('clean')
  expect(await it.scan(new Uint8Array())).toBe('clean')
  expect(heard).toEqual([])
})

test('the test string of the antivirus makers is found, also across two pieces, and said with its name', async () => {
  const it = await scanner()
  expect(await it.scan(Buffer.from(eicar))).toBe('infected')
  expect(await it.scan(Buffer.from(' '.repeat(65_530) + eicar))).toBe('infected')
  expect(heard).toEqual([{ clamd: 'Eicar-Test-Signature' }, { clamd: 'Eicar-Test-Signature' }])
})

test.each(['slow', 'small', 'mute'] as const)('a scanner that is %s is unavailable', async (how) => {
  const it = await scanner(how, how === 'slow' ? 50 : 5_000)
  expect(await it.scan(Buffer.alloc(5_000))).toBe('away')
  expect(heard).toHaveLength(1)
})

test('a missing scanner is unavailable, and has no version', async () => {
  const server = await clamdServer()
  await server.stop()
  const it = clamd(server.url, { warn: (facts) => heard.push(facts) })
  expect(await it.scan(Buffer.from('x'))).toBe('away')
  expect(await it.version()).toBeNull()
  const socket = clamd('unix:///nowhere/clamd.ctl', { warn: () => {} })
  expect(await socket.scan(Buffer.from('x'))).toBe('away')
})

test('it says its version', async () => {
  expect(await (await scanner()).version()).toMatch(/^ClamAV 1\.4/)
})

test.each([
  ['unix:///run/clamav/clamd.ctl', true],
  ['tcp://127.0.0.1:3310', true],
  ['http://127.0.0.1:3310', false],
  ['tcp://127.0.0.1', false],
  ['/run/clamav/clamd.ctl', false],
])('CLAMD_URL=%s may be set: %s', (address, may) => {
  expect(clamdSetting.safeParse(address).success).toBe(may)
})
