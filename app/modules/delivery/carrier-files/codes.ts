import type { Carrier, Slot, Temperature } from '#kernel/enums.ts'

/**
 * How each carrier writes a temperature. The traps: at ヤマト 1 is frozen and 2 chilled, at ゆうパック the other way round, and
 * at 佐川 the column and the seal count differently. A wrong code spoils goods, so labels.test.ts states every pair again.
 */
export const temperatureCodes: Readonly<Record<Carrier, Readonly<Record<Temperature, string>>>> = {
  yamato: { ambient: '0', chilled: '2', frozen: '1' },
  sagawa: { ambient: '001', chilled: '002', frozen: '003' },
  japanpost: { ambient: '0', chilled: '1', frozen: '2' },
}

/** 指定シール of 佐川, which must agree with its column. */
export const sagawaCoolSeals: Readonly<Record<Temperature, string>> = { ambient: '', chilled: '001', frozen: '002' }

/**
 * Null: the carrier has no such slot, and the parcel is sent without one. The code of ゆうパック for 19–21 is not known: the farm
 * may state it (`StatedCodes`).
 */
export const slotCodes: Readonly<Record<Carrier, Readonly<Record<Slot, string | null>>>> = {
  yamato: { none: '', am: '0812', '14-16': '1416', '16-18': '1618', '18-20': '1820', '19-21': '1921' },
  sagawa: { none: '', am: '01', '14-16': '14', '16-18': '16', '18-20': '18', '19-21': '19' },
  japanpost: { none: '00', am: '51', '14-16': '53', '16-18': '54', '18-20': '55', '19-21': null },
}

/** 指定シール of 佐川 for a slot. */
export const sagawaSlotSeals: Readonly<Record<Slot, string>> = {
  none: '',
  am: '020',
  '14-16': '023',
  '16-18': '024',
  '18-20': '025',
  '19-21': '026',
}
