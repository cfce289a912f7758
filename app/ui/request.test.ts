import { expect, test } from 'vitest'
import { requestsUnderWay, trackRequest, watchRequests } from './request.ts'

test('a request is counted from its beginning to its end, and watchers are told', async () => {
  const seen: number[] = []
  const stop = watchRequests(() => seen.push(requestsUnderWay()))
  const first = Promise.withResolvers<string>()
  const second = Promise.withResolvers<string>()
  const both = [trackRequest(first.promise), trackRequest(second.promise)]
  expect(requestsUnderWay()).toBe(2)
  first.resolve('ok')
  second.reject(new Error('line'))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(requestsUnderWay()).toBe(0)
  expect(seen).toEqual([1, 2, 1, 0])
  stop()
})
