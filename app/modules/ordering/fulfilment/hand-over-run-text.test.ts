import { expect, test } from 'vitest'
import { handOverRunText } from './hand-over-run-text.ts'

test('the driver reads how many orders are recorded, which are not, and why', () => {
  const late = (farm: string) => ({ farm, refusal: 'handed_over_when' as const })
  expect(handOverRunText({ orders: 12, notRecorded: [] })).toBe(
    '12件の納品を記録しました。飲食店の画面に表示されています。',
  )
  const some = [late('にの畑'), late('にの畑'), { farm: 'さんの畑', refusal: 'handed_over_by_carrier' as const }]
  const text = handOverRunText({ orders: 1, notRecorded: some })
  expect(text).toContain('2件（にの畑）は、納品の時刻より後に出荷が登録されているため、記録していません。')
  expect(text).toContain('1件（さんの畑）は、配送会社が届けるため、記録していません。')
  expect(handOverRunText({ orders: 1, notRecorded: ['一', '二', '三', '四'].map(late) })).toContain(
    '4件（一、二、三ほか）',
  )
})
