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

/** How people write those that we know, in small letters and NFKC. */
const writtenAs: Record<Carrier, readonly string[]> = {
  yamato: ['ヤマト', 'ヤマト運輸', 'クロネコヤマト', '宅急便'],
  sagawa: ['佐川', '佐川急便'],
  japanpost: ['日本郵便', '日本郵便(ゆうパック)', 'ゆうパック', '郵便局'],
}

/** The carrier of a form: one of the enum, one by its name, or the one that is typed beside it. */
export function chosenCarrier(chosen: string, typed: string): string {
  const name = (chosen === unnamedCarrier ? typed : chosen).normalize('NFKC').trim()
  const asked = name.toLowerCase()
  const known = carriers.find((it) => it === asked || writtenAs[it].includes(asked))
  return known ?? (name === '' ? unnamedCarrier : name)
}
