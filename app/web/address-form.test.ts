import { expect, test } from 'vitest'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { askedForAddress } from './address-form.ts'

const empty = { postalCode: '', prefectureCode: '', city: '', town: '', street: '1-1', note: '裏口へ' }

test('a form that was sent for what it is for is not touched', async () => {
  expect(await askedForAddress({ ...empty, postalCode: '100-0001' }, findPostalAddress)).toBeNull()
})

test('the address of the code is filled in, the rest stays', async () => {
  const asked = await askedForAddress(
    { ...empty, postalCode: '１００ー０００１', 'find-address': '1' },
    findPostalAddress,
  )
  expect(asked).toMatchObject({
    typed: {
      postalCode: '１００ー０００１',
      prefectureCode: '13',
      city: '千代田区',
      town: '千代田',
      street: '1-1',
      note: '裏口へ',
    },
    finding: { kind: 'found' },
  })
  expect(asked?.typed).not.toHaveProperty('find-address')
})

test.each([
  ['000-0000', 'unknown'],
  ['1000', 'no_code'],
  ['', 'no_code'],
])('%j is answered with %s, and nothing is lost', async (postalCode, kind) => {
  const typed = { ...empty, postalCode, city: '千代田' }
  expect(await askedForAddress({ ...typed, 'find-address': '1' }, findPostalAddress)).toEqual({
    typed,
    finding: { kind },
  })
})

test('a town is chosen', async () => {
  const asked = await askedForAddress({ ...empty, postalCode: '761-4103', 'choose-town': '乙' }, findPostalAddress)
  expect(asked).toEqual({ typed: { ...empty, postalCode: '761-4103', town: '乙' }, finding: undefined })
})
