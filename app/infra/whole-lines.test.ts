import { expect, test } from 'vitest'
import { withWholeLines } from './whole-lines.ts'

/** A page of A4 with 497.64 points between its margins, on which each character is as wide as its size. */
const page = {
  paper: 'A4',
  margins: [48.82, 40, 48.82, 40],
  size: 10,
  measure: (text: string, size: number) => text.length * size,
}
const letters = (count: number) => 'あ'.repeat(count)
const whole = (text: unknown) => ({ text, noWrap: true })

test('a text that fits into the page stays on its line, a longer one may be broken', () => {
  expect(withWholeLines([letters(49), letters(50)], page)).toEqual([whole(letters(49)), letters(50)])
})

test('a text that says where it is broken is broken there', () => {
  expect(withWholeLines({ text: '〒100-0001\n東京都' }, page)).toEqual({ text: '〒100-0001\n東京都' })
})

test('the pieces of a text count together, each in its size', () => {
  const text = [{ text: letters(20), fontSize: 20 }, letters(9)]
  expect(withWholeLines({ text }, page)).toEqual(whole(text))
  expect(withWholeLines({ text: [...text, letters(1)] }, page)).toEqual({ text: [...text, letters(1)] })
})

test('margins and gaps take room, negative margins give none', () => {
  const [fits, too] = [letters(29), letters(30)]
  const columns = (text: string) => ({ columns: [{ width: 150, text: '' }, { stack: [text] }], columnGap: 50 })
  expect(withWholeLines(columns(fits), page)).toEqual({
    columns: [{ width: 150, ...whole('') }, { stack: [whole(fits)] }],
    columnGap: 50,
  })
  expect(withWholeLines(columns(too), page)).toMatchObject({ columns: [{}, { stack: [too] }] })
  expect(withWholeLines({ text: letters(49), margin: [5, 0, 5, 0] }, page)).not.toHaveProperty('noWrap')
  expect(withWholeLines({ text: letters(50), margin: [-40, 0, 0, 0] }, page)).not.toHaveProperty('noWrap')
})

test('a cell has the room of its column, one across several columns that of all of them', () => {
  const body = [
    [letters(5), letters(6), letters(20)],
    [{ text: letters(10), colSpan: 2 }, '', ''],
  ]
  expect(withWholeLines({ table: { widths: [50, 50, '*'], body } }, page)).toEqual({
    table: {
      widths: [50, 50, '*'],
      body: [
        [whole(letters(5)), letters(6), whole(letters(20))],
        [{ ...whole(letters(10)), colSpan: 2 }, whole(''), whole('')],
      ],
    },
  })
})

test('where a column is as wide as its content nothing is decided, and drawings stay as they are', () => {
  const columns = [{ width: 'auto', text: letters(2) }, { text: letters(2) }]
  expect(withWholeLines({ columns }, page)).toEqual({ columns })
  const placed = { text: letters(2), absolutePosition: { x: 500, y: 2 } }
  expect(withWholeLines(placed, page)).toEqual(placed)
  const drawing = { canvas: [{ type: 'line' }], absolutePosition: { x: 1, y: 2 } }
  expect(withWholeLines([drawing], page)).toEqual([drawing])
})

test('a section has a page of its own, and a paper its size', () => {
  const small = { ...page, paper: { width: 150, height: 100 } }
  expect(withWholeLines([letters(5), letters(6)], small)).toEqual([whole(letters(5)), letters(6)])
  const section = [letters(20), letters(21)]
  const pageSize = { width: 220, height: 300 }
  expect(withWholeLines({ section, pageSize, pageMargins: 10 }, page)).toEqual({
    section: [whole(letters(20)), letters(21)],
    pageSize,
    pageMargins: 10,
  })
})

test('a page without a size is A4, and a size by another name is refused', () => {
  const text = letters(49)
  expect(withWholeLines(text, { ...page, paper: undefined })).toEqual(whole(text))
  expect(() => withWholeLines(text, { ...page, paper: 'A5' })).toThrow('A5')
})
