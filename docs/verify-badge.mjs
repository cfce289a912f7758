#!/usr/bin/env node
/**
 * Verifies a badge of 畝と皿 without trusting us: the signature against the published key, and the result against the
 * inputs. Needs Node 20 or later, and nothing else. See docs/badges.md.
 *
 *   node verify-badge.mjs https://market.example.jp/api/badges/<token>
 *   node verify-badge.mjs badge.json --keys keys.json          (both kept from before; several badges at once are fine)
 *
 * Says what it found of each; ends with 0 if all are what they say they are, with 1 if one is not, with 2 if something
 * could not be read.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFile } from 'node:fs/promises'

const { sources, keysAt } = readArguments(process.argv.slice(2))
if (sources.length === 0) {
  console.error('node verify-badge.mjs <address or file of a badge>… [--keys <address or file of the keys>]')
  process.exit(2)
}
try {
  for (const source of sources) {
    const badge = await read(source)
    const { keys } = await read(keysAt ?? new URL('keys', source).href)
    tell(source, badge, mistakesIn(badge, keys))
  }
} catch (error) {
  console.error(`could not be read: ${error.message}`)
  process.exitCode = 2
}

function readArguments(args) {
  const at = args.indexOf('--keys')
  return at < 0 ? { sources: args } : { sources: args.toSpliced(at, 2), keysAt: args[at + 1] }
}

function tell(source, badge, mistakes) {
  for (const mistake of mistakes) console.error(`× ${source}: ${mistake}`)
  if (mistakes.length > 0) {
    process.exitCode = 1
    return
  }
  const { shop, rule, result, day } = badge.statement
  console.log(`○ ${shop}：${rule.name}（規則 ${rule.id} 第${rule.version}版、${day}に計算）`)
  console.log(
    result.valid
      ? `  有効：${result.from}からの納品で、${result.until}まで`
      : `  終わりました：${result.from}〜${result.until}`,
  )
  if (result.percent !== null) console.log(`  割合 ${result.percent}%`)
  for (const { farm, deliveries } of result.farms) console.log(`  ${farm} ${deliveries}回`)
}

async function read(from) {
  if (!/^https?:/.test(from)) return JSON.parse(await readFile(from, 'utf8'))
  const answer = await fetch(from, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(`${from} answered ${answer.status}`)
  return answer.json()
}

/** Every reason not to believe it; none: it is what it says it is. */
function mistakesIn(badge, keys) {
  const forged = mistakesInSignature(badge, keys)
  return forged.length > 0 ? forged : mistakesInResult(badge.statement)
}

function mistakesInSignature({ statement, signature }, keys) {
  const parts = String(signature).split('.')
  if (parts.length !== 3) return ['there is no signature']
  let header
  try {
    header = JSON.parse(Buffer.from(parts[0], 'base64url'))
  } catch {
    return ['the signature cannot be read']
  }
  // the algorithm is ours to say: what the header names is only compared
  if (header.alg !== 'EdDSA' || header.typ !== 'une-badge+jws' || header.crit) return ['it is signed in another way']
  const key = keys.find(({ kid }) => kid === header.kid)
  if (key?.kty !== 'OKP' || key.crv !== 'Ed25519') return ['it is signed with a key that is not published']
  if (thumbprint(key) !== key.kid) return ['the published key does not have its own name']
  const publicKey = createPublicKey({ key: { kty: key.kty, crv: key.crv, x: key.x }, format: 'jwk' })
  const bytes = Buffer.from(parts[2], 'base64url')
  if (!verify(null, Buffer.from(`${parts[0]}.${parts[1]}`), publicKey, bytes)) return ['the signature is wrong']
  if (Buffer.from(parts[1], 'base64url').toString('utf8') !== canonical(statement)) return ['the statement was changed']
  if (key.retiredAt && new Date(statement.at) > new Date(key.retiredAt)) return ['the key had been retired before']
  return []
}

/** RFC 7638 */
function thumbprint({ crv, kty, x }) {
  return createHash('sha256').update(canonical({ crv, kty, x })).digest('base64url')
}

/** RFC 8785, of which texts, whole numbers, true, false and null are enough. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

/** The result reckoned again from the inputs, by the rule as it is stated. */
function mistakesInResult({ rule, day, inputs, result }) {
  const mistakes = []
  const expect = (isSo, mistake) => isSo || mistakes.push(mistake)
  if (!result.valid) {
    expect(result.from <= result.until && result.until <= day, 'it ended before it began, or has not ended yet')
    return mistakes
  }
  const { deliveries, certificates } = inputs
  for (const it of deliveries) {
    expect(it.day <= day && day <= countsUntil(it.day, rule.months), `the delivery of ${it.day} is not in the window`)
    expect(it.farmId === null || it.lots.length > 0, `the delivery of ${it.day} names no lot`)
  }
  const byFarm = Map.groupBy
    ? Map.groupBy(deliveries, ({ farmId }) => farmId)
    : deliveries.reduce((map, it) => map.set(it.farmId, [...(map.get(it.farmId) ?? []), it]), new Map())
  for (const farm of result.farms)
    expect(byFarm.get(farm.farmId)?.length === farm.deliveries, `${farm.farm} has not so many deliveries`)
  expect(
    [...byFarm.keys()].every((id) => id === null || result.farms.some(({ farmId }) => farmId === id)),
    'a farm of the deliveries is missing in the result',
  )
  expect(
    deliveries.every((it, index) => index === 0 || deliveries[index - 1].day <= it.day),
    'not in the order of days',
  )
  if (rule.percent === null) {
    for (const farm of result.farms) {
      const days = (byFarm.get(farm.farmId) ?? []).map((it) => it.day)
      const deciding = days.at(-rule.deliveries)
      expect(deciding !== undefined, `${farm.farm} has fewer than ${rule.deliveries} deliveries`)
      expect(
        deciding === undefined || countsUntil(deciding, rule.months) === farm.until,
        `${farm.farm} ends on another day`,
      )
    }
    expect(result.farms.length > 0, 'no farm is proven')
    const last = result.farms
      .map(({ until }) => until)
      .sort()
      .at(-1)
    expect(last === result.until, 'it ends on another day')
    return mistakes
  }
  const counted = deliveries.reduce((sum, it) => sum + it.counted, 0)
  const all = deliveries.reduce((sum, it) => sum + it.counted + it.other, 0)
  expect(
    deliveries.every((it) => it.counted >= 0 && it.other >= 0),
    'a weight is below nothing',
  )
  expect(all === 1_000, 'the weights are not the whole')
  expect(Math.floor(counted / 10) === result.percent, 'the share is another one')
  expect(result.percent >= rule.percent, 'the share is too small')
  expect(deliveries.filter(({ traced }) => traced).length >= rule.deliveries, 'there are too few deliveries')
  expect(result.until >= day, 'it has ended')
  if (rule.id === 'organic')
    for (const it of deliveries.filter(({ farmId }) => farmId !== null)) {
      const validOn = (on) => certificates.some((c) => c.farmId === it.farmId && c.from <= on && on <= c.until)
      expect(validOn(it.day) && validOn(day), `no certificate for the delivery of ${it.day}`)
    }
  return mistakes
}

/** The last day on which a delivery counts: the same day so many months later, or the end of that month. */
function countsUntil(day, months) {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months
  const [year, month] = [Math.floor(count / 12), (count % 12) + 1]
  const date = Math.min(Number(day.slice(8)), new Date(Date.UTC(year, month, 0)).getUTCDate())
  return `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
}
