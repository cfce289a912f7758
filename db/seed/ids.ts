import type { Id } from '#kernel/ids.ts'
import type { Random } from './random.ts'

export type MakeId = <Of extends string>(at: Date) => Id<Of>

/**
 * Ids in the format of UUIDv7: the time first, so that they sort by time, then a counter, so that those of the same
 * moment sort by creation, then random bits.
 */
export function idMaker(random: Random): MakeId {
  let lastMs = 0
  let counter = 0
  return <Of extends string>(at: Date) => {
    const ms = at.getTime()
    counter = ms === lastMs ? (counter + 1) & 0xfff : 0
    lastMs = ms
    const time = hex(ms, 12)
    const variant = hex(0x8000 | random.int(0, 0x3fff), 4)
    const tail = hex(random.int(0, 0xffffff), 6) + hex(random.int(0, 0xffffff), 6)
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(counter, 3)}-${variant}-${tail}` as Id<Of>
  }
}

const hex = (number: number, digits: number) => number.toString(16).padStart(digits, '0')
