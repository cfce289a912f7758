import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { type CarrierEvent, type CarrierTracking, parcelStates } from '#kernel/carrier-tracking.ts'
import type { Carrier } from '#kernel/enums.ts'

const timeoutMs = 20_000
/** What is read of one answer. */
const mostBytes = 2_000_000

/** A statement about a parcel, as the service writes it in its answers and in its messages to us. */
export const StatedEvent = z.object({
  words: z.string().trim().min(1).max(100),
  state: z.enum(parcelStates).nullish(),
  place: z.string().trim().max(100).nullish(),
  at: z.iso.datetime({ offset: true }),
})
const Answer = z.object({
  parcels: z.array(z.object({ number: z.string().max(20), events: z.array(StatedEvent).max(200) })).max(1_000),
})

export const toEvent = ({ words, state, place, at }: z.output<typeof StatedEvent>): CarrierEvent => ({
  words,
  state: state ?? null,
  place: place ?? '',
  at: new Date(at),
})

type Given = { TRACKING_URL?: string | undefined; TRACKING_SECRET?: string | undefined }

/** Null: nothing is asked, and nothing is taken. With the secret alone a service may write to us, and is not asked. */
export function carrierTrackingOf({ TRACKING_URL, TRACKING_SECRET }: Given): CarrierTracking | null {
  if (!TRACKING_SECRET) return null
  return {
    description: TRACKING_URL ? new URL(TRACKING_URL).host : 'messages only',
    most: TRACKING_URL ? 100 : 0,
    eventsOf: (carrier, numbers) => ask(String(TRACKING_URL), TRACKING_SECRET, carrier, numbers),
    isSigned(body, signature) {
      const given = Buffer.from(signature ?? '', 'hex')
      const right = createHmac('sha256', TRACKING_SECRET).update(body).digest()
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

/**
 * POSTs `{"carrier":"yamato","numbers":["444413758703"]}` with `Authorization: Bearer …`. The answer is
 * `{"parcels":[{"number":"…","events":[{"words":"配達中","at":"2026-11-26T08:10:00+09:00","place":"…"}]}]}`.
 */
async function ask(url: string, secret: string, carrier: Carrier, numbers: readonly string[]) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${secret}` },
    body: JSON.stringify({ carrier, numbers }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const said = await answer.text()
  if (!answer.ok) throw new Error(`the tracking service answered ${answer.status} ${said.slice(0, 200)}`)
  if (said.length > mostBytes) throw new Error('the answer of the tracking service is too long')
  const { parcels } = Answer.parse(JSON.parse(said))
  return new Map(parcels.map(({ number, events }) => [number, events.map(toEvent)]))
}
