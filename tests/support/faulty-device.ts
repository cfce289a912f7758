import type { Answer, MutationStore } from '../../app/ui/device/mutation-sender.ts'
import { joined, type NewQueuedMutation, type QueuedMutation } from '../../app/ui/device/queued-mutation.ts'

/** The app was closed by the phone, the battery is empty: nothing after this happens. */
export class Killed extends Error {}

/** What may go wrong with one thing that is sent. */
export const faults = [
  'none',
  'request_lost',
  'answer_lost',
  'delayed',
  'sent_twice',
  'arrives_again_later',
  'signed_out',
  'server_fault',
  'killed_before',
  'killed_after',
] as const
export type Fault = (typeof faults)[number]

/** A device's memory: what is written stays, whatever happens to the tab that wrote it. Each call is atomic, as in a browser. */
export function aDevice() {
  const disk: QueuedMutation[] = []
  const at = (key: string) => disk.findIndex((press) => press.key === key)
  const change = (key: string, to: (press: QueuedMutation) => QueuedMutation): QueuedMutation | null => {
    const place = at(key)
    const before = disk[place]
    if (!before) return null
    disk[place] = to(before)
    return disk[place] ?? null
  }
  /** A tab that crashes before or after its next steps, as `dies` says. */
  const tab = (dies: () => boolean): MutationStore => {
    const step = async <T>(run: () => T): Promise<T> => {
      await Promise.resolve()
      if (dies()) throw new Killed()
      const done = run()
      await Promise.resolve()
      if (dies()) throw new Killed()
      return done
    }
    return {
      all: () => step(() => disk.slice()),
      add: (press, join) =>
        step(() => {
          const { remove, add } = joined(disk, press, join)
          if (remove !== null) disk.splice(at(remove), 1)
          if (add && at(add.key) < 0) disk.push({ ...add, tried: false, refused: null })
        }),
      take: (key) => step(() => change(key, (press) => ({ ...press, tried: true }))),
      refuse: (key, sentence) => step(() => void change(key, (press) => ({ ...press, refused: sentence }))),
      remove: (keys) => step(() => void keys.map((key) => at(key) >= 0 && disk.splice(at(key), 1))),
    }
  }
  return { disk, tab }
}

/** The way to our server, with these faults one after the other, and none after the last. */
export function aWay(plan: Fault[], serve: (press: QueuedMutation) => Promise<Answer>) {
  const stray: QueuedMutation[] = []
  return {
    async post(press: QueuedMutation): Promise<Answer> {
      const fault = plan.shift() ?? 'none'
      if (fault === 'killed_before') throw new Killed()
      if (fault === 'request_lost') return { kind: 'later', why: 'line' }
      if (fault === 'server_fault') return { kind: 'later', why: 'fault' }
      if (fault === 'signed_out') return { kind: 'later', why: 'signed_out' }
      if (fault === 'arrives_again_later' || fault === 'delayed') stray.push(press)
      if (fault === 'delayed') return { kind: 'later', why: 'line' }
      const [answer] = await Promise.all([serve(press), fault === 'sent_twice' ? serve(press) : null])
      if (fault === 'killed_after') throw new Killed()
      return fault === 'answer_lost' ? { kind: 'later', why: 'line' } : answer
    },
    /** What a network had held back arrives after all. */
    async letStraysArrive() {
      for (const press of stray.splice(0)) await serve(press)
    },
  }
}

/** A mutation that a user queued by pressing a button. */
export const aQueuedMutation = (
  more: Pick<NewQueuedMutation, 'key' | 'lane'> & Partial<NewQueuedMutation>,
): NewQueuedMutation => ({
  owner: 'me',
  to: '/press',
  page: '/',
  about: '',
  label: '',
  fields: [],
  pressedAt: 0,
  ...more,
})
