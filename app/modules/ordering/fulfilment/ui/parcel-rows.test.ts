import { expect, test } from 'vitest'
import { newId } from '#kernel/ids.ts'
import { type ParcelRow, rowKeys, rowsIn, withoutRow } from './parcel-rows.ts'

const id = newId<'parcel'>()
const row = (part: Partial<ParcelRow>): ParcelRow => ({
  ...{ id: null, name: '', temperature: 'chilled', size: '80', contents: {} },
  ...part,
})

test('a form is read as it was typed, and the parcels that are not stored yet are counted', () => {
  const typed = {
    [`temperature.${id}`]: 'frozen',
    [`name.${id}`]: ' 冷凍1 ',
    [`size.${id}`]: '100',
    [`in.${id}.a`]: '２',
    'temperature.new-1': 'ambient',
    'size.new-1': '60',
    'in.new-1.a': '',
  }
  const rows = rowsIn(typed)
  expect(rows).toEqual([
    row({ id, name: ' 冷凍1 ', temperature: 'frozen', size: '100', contents: { a: '２' } }),
    row({ temperature: 'ambient', size: '60', contents: { a: '' } }),
  ])
  expect(rowKeys(rows)).toEqual([id, 'new-1'])
})

test('what lies in a removed parcel moves to one of its temperature', () => {
  const rows = [
    row({ temperature: 'ambient', contents: { b: '1' } }),
    row({ contents: { a: '1' } }),
    row({ contents: { a: '2', c: '3' } }),
  ]
  expect(withoutRow(rows, 2)).toEqual([rows[0], row({ contents: { a: '3', c: '3' } })])
})
