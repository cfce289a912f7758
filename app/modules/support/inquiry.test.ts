import { expect, test } from 'vitest'
import { jstDate } from '#kernel/jst.ts'
import { answerDay } from './answer-day.server.ts'
import { inquiryNumber, parseInquiryNumber } from './inquiry.ts'

test.each([
  ['2026-11-24', '2026-11-25'],
  ['2026-11-26', '2026-11-27'],
  ['2026-11-27', '2026-11-30'],
  // 勤労感謝の日 is the Monday
  ['2026-11-20', '2026-11-24'],
  ['2026-11-21', '2026-11-24'],
  ['2026-11-23', '2026-11-24'],
  // 敬老の日, the day between two holidays, 秋分の日
  ['2026-09-18', '2026-09-24'],
  ['2026-12-31', '2027-01-04'],
])('what came on %s is answered by %s', (sent, answered) => {
  expect(answerDay(jstDate(sent))).toBe(answered)
})

test('a number says its day and can be read out', () => {
  expect(inquiryNumber(jstDate('2026-11-24'), 7)).toBe('Q-20261124-0007')
  expect(inquiryNumber(jstDate('2026-11-24'), 12_345)).toBe('Q-20261124-12345')
  expect(parseInquiryNumber('Q-20261124-0007')).toEqual({ number: 'Q-20261124-0007', sentOn: '2026-11-24' })
})

test.each(['', 'Q-20260230-0001', 'Q-20261124-1', 'Q-19991124-0001', 'q-20261124-0007', 'Q-20261124-0007<b>'])(
  '%j is no number',
  (text) => {
    expect(parseInquiryNumber(text)).toBeNull()
  },
)
