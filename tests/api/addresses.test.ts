import { expect, test } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { anApi } from './support.ts'

const { call } = anApi(testDatabase())
const find = (code: string) => call('GET', `/postal-codes/${encodeURIComponent(code)}`)

test.each([
  ['100-0001', '東京都', '13', '千代田区', ['千代田']],
  ['498-0000', '愛知県', '23', '弥富市', []],
  ['039-1801', '青森県', '02', '三戸郡新郷村', ['戸来']],
  ['907-1801', '沖縄県', '47', '八重山郡与那国町', ['与那国']],
  ['060-0042', '北海道', '01', '札幌市中央区', ['大通西']],
  ['100-6890', '東京都', '13', '千代田区', ['大手町ＪＡビル']],
  ['160-0023', '東京都', '13', '新宿区', ['西新宿']],
])('%s is %s', async (code, prefecture, prefectureCode, city, towns) => {
  const { status, body } = await find(code)
  expect(status).toBe(200)
  expect(body).toEqual({
    postalCode: code.replace('-', ''),
    prefectureCode,
    prefecture,
    city,
    towns,
    mayBeElsewhere: false,
    business: null,
  })
})

test('the code of one large addressee comes with its name and its number in the street', async () => {
  const { body } = await find('060-8621')
  expect(body).toMatchObject({
    city: '札幌市中央区',
    towns: ['北一条西'],
    business: { name: expect.stringContaining('日本経済新聞社'), street: expect.stringContaining('６丁目') },
  })
})

test.each(['１００－０００１', '〒100-0001', '1000001', '１００ー０００１'])('%s is 100-0001', async (code) => {
  expect((await find(code)).body).toMatchObject({ postalCode: '1000001', city: '千代田区' })
})

test.each(['100000', '10000011', '000-0000', 'abc', '〒'])('%s is not found', async (code) => {
  const { status, body } = await find(code)
  expect(status).toBe(404)
  expect(body).toEqual({ code: 'NOT_FOUND', message: '見つかりません。' })
})

test('no sign-in is needed, and an expired token does not matter', async () => {
  const { status } = await call('GET', '/postal-codes/1000001', { token: 'htk_old' })
  expect(status).toBe(200)
})
