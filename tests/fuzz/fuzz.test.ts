import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Report } from './report.ts'
import { roleNames } from './roles.ts'
import { Fuzzer } from './run.ts'

/**
 * Requests that our pages would never send, to the built program, as each role: from the OpenAPI document, the manifest
 * of the pages and the forms on them. FUZZ_SEED and FUZZ_REQUESTS are described in docs/security.md.
 */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 1_000_000)
const requests = Number(process.env.FUZZ_REQUESTS ?? 20_000)
/** `restaurant owner:137`: only that request, to reproduce its failure. */
const [onlyRole = null, onlyIndex = null] = process.env.FUZZ_ONLY?.split(':') ?? []
const eachRole = Math.ceil(requests / roleNames.length)

console.log(`FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests}`)
const [opened, across, random] = [new Report(), new Report(), new Report()]
let fuzzer: Fuzzer

beforeAll(async () => {
  fuzzer = await Fuzzer.start(seed)
}, 300_000)
afterAll(async () => {
  for (const [report, title] of [
    [opened, 'the caller’s own pages'],
    [across, 'ids of other tenants'],
    [random, 'any request'],
  ] as const)
    if (report.requests > 0) report.say(title)
  await fuzzer?.end()
}, 60_000)

test('every page opens for those whose it is', async () => {
  expect(await fuzzer.openPages(opened)).toEqual([])
}, 300_000)

if (onlyRole === null)
  test('no operation and no page answers for an id of another tenant', async () => {
    expect(await fuzzer.askAcrossTenants(across)).toEqual([])
  }, 600_000)

describe.each(roleNames.filter((name) => onlyRole === null || name === onlyRole))('as %s', (name) => {
  test(`${eachRole} requests are all answered, none with a failure`, async () => {
    expect(await fuzzer.fuzz(name, eachRole, random, onlyIndex === null ? null : Number(onlyIndex))).toEqual([])
  }, 900_000)
})

test('no answer shows an id or a private word of another tenant', async () => {
  expect(await fuzzer.leaks()).toEqual([])
}, 60_000)
