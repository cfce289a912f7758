import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anS3Server, s3Credentials } from '../../../tests/support/s3-server.ts'
import { temporaryFolder } from '../../../tests/support/temporary-folder.ts'
import { fileStore } from './file-store.server.ts'

type S3 = Awaited<ReturnType<typeof anS3Server>>

/** Pages of three, so that seven files are more than one page. */
const keysOnAPage = 3
let folder: string
let s3: S3

beforeAll(async () => {
  folder = await temporaryFolder('file-store')
  s3 = await anS3Server('une-to-sara', { mostKeys: keysOnAPage })
})
afterAll(async () => {
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const bucketStore = (other: Record<string, string> = {}) =>
  fileStore({
    DATA_DIR: '/nowhere',
    STORAGE: 's3',
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: s3Credentials.region,
    S3_BUCKET: 'une-to-sara',
    S3_ACCESS_KEY_ID: s3Credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
    S3_FORCE_PATH_STYLE: 'true',
    ...other,
  })

const hashOf = (bytes: Uint8Array | null) => bytes && createHash('sha256').update(bytes).digest('hex')
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe.each([
  ['fs', () => fileStore({ DATA_DIR: folder })],
  ['s3', () => bucketStore()],
] as const)('a store of %s', (_, store) => {
  const listed = async (of: string) => {
    const keys: string[] = []
    for await (const { key } of store().list(of)) keys.push(key)
    return keys.sort()
  }

  test.each([0, 1, 5_000, 70_000])('gives back what it was given, %i bytes of it', async (size) => {
    const files = store()
    const bytes = new Uint8Array(randomBytes(size))
    await files.put('photos/ab/some.webp', bytes)
    const back = await files.get('photos/ab/some.webp')
    expect(back?.length).toBe(size)
    expect(hashOf(back)).toBe(hashOf(bytes))
  })

  test('20 MB, too', async () => {
    const files = store()
    const bytes = new Uint8Array(randomBytes(20_000_000))
    await files.put('originals/ab/large', bytes)
    expect(hashOf(await files.get('originals/ab/large'))).toBe(hashOf(bytes))
    await files.delete('originals/ab/large')
  })

  test('what stands under a key is what was put there last', async () => {
    const files = store()
    await files.put('photos/cd/again', bytesOf('the first one, and a long one'))
    await files.put('photos/cd/again', bytesOf('the second'))
    expect(await files.get('photos/cd/again')).toEqual(bytesOf('the second'))
  })

  test('what is not there is null; deleting takes away, and twice is no mistake', async () => {
    const files = store()
    expect(await files.get('photos/zz/none')).toBeNull()
    await files.put('photos/zz/one', bytesOf('one'))
    await files.delete('photos/zz/one')
    expect(await files.get('photos/zz/one')).toBeNull()
    await files.delete('photos/zz/one')
    await files.delete('nowhere/at/all')
  })

  test('a list of several pages has every key of the folder once, with its moment, and none of its neighbours', async () => {
    const files = store()
    const begun = Date.now()
    const keys = Array.from({ length: 7 }, (_, at) => `lists/${at % 2 ? 'ab' : 'cd'}/${at}.webp`)
    for (const key of keys) await files.put(key, bytesOf(key))
    await files.put('lists-of-others/ab/x', bytesOf('x'))
    expect(await listed('lists')).toEqual(keys.toSorted())
    for await (const { writtenAt } of files.list('lists'))
      expect(Math.abs(writtenAt.getTime() - begun)).toBeLessThan(20_000)
    expect(await listed('never')).toEqual([])
  })

  test('a file may go while it is listed', async () => {
    const files = store()
    for (const name of ['a', 'b', 'c', 'd']) await files.put(`going/${name}`, bytesOf(name))
    const seen: string[] = []
    for await (const { key } of files.list('going')) {
      seen.push(key)
      await files.delete('going/d')
    }
    expect(seen.slice(0, 3)).toEqual(['going/a', 'going/b', 'going/c'])
  })

  test.each(['../outside', 'photos/../../outside', '', 'photos/人参', 'a?b=c'])(
    'the key %j is refused, and nothing is written',
    async (key) => {
      await expect(store().put(key, bytesOf('x'))).rejects.toThrow()
      await expect(store().get(key)).rejects.toThrow()
    },
  )

  test('many at once', async () => {
    const files = store()
    const keys = Array.from({ length: 40 }, (_, at) => `crowd/${at}`)
    await Promise.all(keys.map((key) => files.put(key, bytesOf(key))))
    const back = await Promise.all(keys.map((key) => files.get(key)))
    expect(back.map((bytes) => bytes && new TextDecoder().decode(bytes))).toEqual(keys)
  })
})

test('in a folder a file appears whole or not at all', async () => {
  const files = fileStore({ DATA_DIR: folder })
  // a folder is in its place: the last step fails
  await mkdir(join(folder, 'files/whole/name'), { recursive: true })
  await expect(files.put('whole/name', bytesOf('x'))).rejects.toThrow()
  expect(await readdir(join(folder, 'files/whole'))).toEqual(['name'])
})

test('what an interrupted write left is listed, so that it can be swept away', async () => {
  const files = fileStore({ DATA_DIR: folder })
  await mkdir(join(folder, 'files/left'), { recursive: true })
  await writeFile(join(folder, 'files/left/x.webp.00ff.part'), 'half')
  const { value } = await files.list('left').next()
  expect(value?.key).toBe('left/x.webp.00ff.part')
  await files.delete('left/x.webp.00ff.part')
  expect(await readdir(join(folder, 'files/left'))).toEqual([])
})

test('a list of a bucket asks once for each page, and not for each file', async () => {
  const files = bucketStore()
  for (let at = 0; at < 7; at++) await files.put(`pages/${at}`, bytesOf('x'))
  s3.asked.length = 0
  for await (const _ of files.list('pages'));
  expect(s3.asked).toEqual(['GET list', 'GET list', 'GET list'])
})

test.each([
  ['another secret', { S3_SECRET_ACCESS_KEY: 'a guess' }],
  ['another name', { S3_ACCESS_KEY_ID: 'AKIASTRANGER' }],
  ['another region', { S3_REGION: 'us-east-1' }],
  ['a bucket that is not there', { S3_BUCKET: 'no-such-bucket' }],
])('%s is an error and not an empty store', async (_, other) => {
  const files = bucketStore(other)
  await expect(files.put('photos/x', bytesOf('x'))).rejects.toThrow()
  await expect(files.get('photos/x')).rejects.toThrow()
  await expect(files.list('photos').next()).rejects.toThrow()
})

test('an answer that does not come ends in an error', async () => {
  const files = bucketStore({ S3_ENDPOINT: 'http://127.0.0.1:1' })
  await expect(files.get('photos/x')).rejects.toThrow()
})

test.each([
  ['fs', 0],
  ['s3', 1],
])('with %s the engine that speaks S3 is loaded %i times', (STORAGE, times) => {
  const settings = { DATA_DIR: folder, STORAGE, S3_REGION: 'x', S3_BUCKET: 'xxx', S3_ACCESS_KEY_ID: 'x' }
  const place = { ...settings, S3_SECRET_ACCESS_KEY: 'x', S3_ENDPOINT: 'http://127.0.0.1:1' }
  const script = `import { registerHooks } from 'node:module'
    let loaded = 0
    registerHooks({ resolve(name, context, next) { loaded += name === '@aws-sdk/client-s3' ? 1 : 0; return next(name, context) } })
    const { fileStore } = await import(${JSON.stringify(join(import.meta.dirname, 'file-store.server.ts'))})
    await fileStore(${JSON.stringify(place)}).put('lazy/x', new Uint8Array([1])).catch(() => {})
    process.stdout.write(String(loaded))`
  expect(execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString()).toBe(String(times))
})
