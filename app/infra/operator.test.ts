import { expect, test } from 'vitest'
import { hasCheckDigit, readInvoiceNumber } from '#kernel/invoice-number.ts'
import { operatorOf } from './operator.server.ts'
import { readSettings, WrongSettings } from './settings.server.ts'

const told = {
  OPERATOR_NAME: '株式会社うねとさら',
  OPERATOR_REPRESENTATIVE: '畑野 実',
  OPERATOR_ADDRESS: '〒102-0001 東京都千代田区九段北1-99-9',
  OPERATOR_PHONE: '03-1234-5678',
  OPERATOR_EMAIL: 'info@une.example.jp',
  OPERATOR_REGISTRATION_NUMBER: 'T7000012050002',
  SUPPORT_HOURS: '平日 9:00〜17:00',
  PAY_TO: 'みほん銀行/本店/普通/1234567/カ）ウネトサラ',
}
const production = {
  APP_ENV: 'production',
  APP_ORIGIN: 'https://une.example.jp',
  AUTH_SECRET: 'q7Vf2ZpX0sLw9TnRb4KdYc6MhJg1EaUe',
  TRUSTED_PROXIES: '1',
  SMTP_URL: 'smtps://mail.example.jp',
  MAIL_FROM: 'info@une.example.jp',
  ...told,
}

test.each(Object.keys(told))('production does not start without %s', (name) => {
  expect(() => readSettings({ ...production, [name]: '' })).toThrow(WrongSettings)
  expect(() => readSettings({ ...production, [name]: '' })).toThrow(new RegExp(`^${name}: `, 'm'))
})

test('in production every word is the operator’s own', () => {
  const operator = operatorOf(readSettings(production))
  expect(operator).toMatchObject({ name: '株式会社うねとさら', responsible: '畑野 実', court: '東京地方裁判所' })
  expect(JSON.stringify(operator)).not.toContain('見本')
})

test('elsewhere samples stand in and say so', () => {
  const { name, representative, address, supportHours, registrationNumber } = operatorOf(
    readSettings({ APP_ENV: 'development' }),
  )
  for (const value of [name, representative, address, supportHours, registrationNumber]) expect(value).toContain('見本')
})

test('the sample of a registration number is one that our own rule accepts', () => {
  const { registrationNumber } = operatorOf(readSettings({ APP_ENV: 'development' }))
  const number = readInvoiceNumber(registrationNumber.replace('（見本）', ''))
  expect(number.ok && hasCheckDigit(number.value)).toBe(true)
})

test('an operator without a registration number says so', () => {
  const settings = readSettings({ ...production, OPERATOR_REGISTRATION_NUMBER: 'none' })
  expect(operatorOf(settings).registrationNumber).toBe('登録を受けていません')
})

test.each([
  ['OPERATOR_PHONE', '0312345678'],
  ['OPERATOR_EMAIL', 'info'],
  ['OPERATOR_REGISTRATION_NUMBER', '7000012050002'],
  ['PAY_TO', 'みほん銀行 本店 普通 1234567'],
  ['BUYER_PAY_MONTHS', '0'],
  ['BUYER_PAY_DAY', '32'],
  // a delivery on the first of a month of 31 days would be paid after 61
  ['FARM_PAY_DAY', '31'],
])('a wrong %s (%s) is refused', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^${name}: `, 'm'))
})

test('the phrases of the terms say what is set', () => {
  const { buyerPaymentTerms, farmPayoutTerms, payTo } = operatorOf(
    readSettings({ ...production, BUYER_PAY_MONTHS: '2', BUYER_PAY_DAY: '10', FARM_PAY_DAY: '20' }),
  )
  expect(buyerPaymentTerms).toContain('翌々月10日までに支払い')
  expect(farmPayoutTerms).toContain('毎月末日締め、翌月20日までに銀行振込')
  expect(payTo).toMatchObject({ bank: 'みほん銀行', number: '1234567', holder: 'カ）ウネトサラ' })
})
