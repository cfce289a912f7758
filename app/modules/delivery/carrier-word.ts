import { type Carrier, carriers } from '#kernel/enums.ts'

export const carrierWord: Record<Carrier, string> = {
  yamato: 'ヤマト運輸',
  sagawa: '佐川急便',
  japanpost: '日本郵便（ゆうパック）',
}

/** One of those whose files, numbers and pages we know; null: another one, by its name. */
export const knownCarrier = (carrier: string): Carrier | null => carriers.find((known) => known === carrier) ?? null

/** One of the enum, or another carrier by its name. */
export function carrierName(carrier: string): string {
  const known = knownCarrier(carrier)
  return known ? carrierWord[known] : carrier
}

/** What the form of a parcel sends for a carrier that is typed: not a name, so a parcel is refused with it. */
export const unnamedCarrier = 'other'

/** The carrier of a form: one of the enum, one by its name, or the one that is typed beside it. */
export function chosenCarrier(chosen: string, typed: string): string {
  const name = (chosen === unnamedCarrier ? typed : chosen).normalize('NFKC').trim()
  const known = carriers.find((it) => it === name || carrierWord[it] === name)
  return known ?? (name === '' ? unnamedCarrier : name)
}
