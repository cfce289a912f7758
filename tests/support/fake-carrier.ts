import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'

export const trackingSecret = 'shared-with-the-carrier'

/** What the fake says of a number: the words, the time as `2026-11-26 08:10` in Japan, the place. */
export type FakeEvent = readonly [words: string, at: string, place?: string]

const Asked = z.object({ carrier: z.string(), numbers: z.array(z.string()) })

/** A tracking service on this machine (docs/operations.md), which says what the test has told it. */
export async function fakeCarrier(port = 0) {
  const known = new Map<string, FakeEvent[]>()
  const asked: { carrier: string; numbers: string[]; authorization: string | undefined }[] = []
  let broken = false
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const question = Asked.parse(JSON.parse(Buffer.concat(chunks).toString()))
    asked.push({ ...question, authorization: request.headers.authorization })
    response.setHeader('content-type', 'application/json')
    if (broken) response.statusCode = 503
    const parcels = question.numbers.flatMap((number) => {
      const events = known.get(number)
      return events ? [{ number, events: events.map(stated) }] : []
    })
    response.end(JSON.stringify({ parcels }))
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    says: (number: string, ...events: FakeEvent[]) => known.set(number, [...(known.get(number) ?? []), ...events]),
    breaks: (is: boolean) => {
      broken = is
    },
    end: () => new Promise<void>((done) => server.close(() => done())),
  }
}

export const stated = ([words, at, place]: FakeEvent) => ({
  words,
  at: `${at.replace(' ', 'T')}:00+09:00`,
  ...(place && { place }),
})

/** As the service signs what it sends to us. */
export const signed = (body: string) => createHmac('sha256', trackingSecret).update(body).digest('hex')
