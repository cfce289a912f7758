import { describe, expect, test } from 'vitest'
import { type GreyPicture, readNw7 } from './read-nw7.ts'
import { scannedTrackingNumber } from './tracking-number.ts'

/** The letters of JIS X 0506: bar, space, bar, space, bar, space, bar. */
const letters: Record<string, string> = {
  0: 'nnnnnww',
  1: 'nnnnwwn',
  2: 'nnnwnnw',
  3: 'wwnnnnn',
  4: 'nnwnnwn',
  5: 'wnnnnwn',
  6: 'nwnnnnw',
  7: 'nwnnwnn',
  8: 'nwwnnnn',
  9: 'wnnwnnn',
  A: 'nnwwnwn',
  B: 'nwnwnnw',
  C: 'nnnwnww',
  D: 'nnnwwwn',
}

/** One line of a code: dark bars on paper, with a light edge around. */
function lineOf(text: string, { narrow = 3, wide = 7, edge = 40 } = {}): number[] {
  const line = Array<number>(edge).fill(235)
  for (const letter of text) {
    for (const [at, size] of [...(letters[letter] ?? '')].entries())
      line.push(...Array<number>(size === 'w' ? wide : narrow).fill(at % 2 === 0 ? 25 : 235))
    line.push(...Array<number>(narrow).fill(235))
  }
  return [...line, ...Array<number>(edge).fill(235)]
}

/** The code in the middle of a label, with print above it and beside it. */
function pictureOf(line: readonly number[], height = 120): GreyPicture {
  const width = line.length + 120
  const data = new Uint8Array(width * height).fill(235)
  let seed = 7
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const inCode = row > height / 4 && row < (height * 3) / 4 && column >= 60 && column < 60 + line.length
      const print = !inCode && random() < 0.2 ? 40 : 235
      data[row * width + column] = inCode ? (line[column - 60] ?? 235) : print
    }
  return { data, width, height }
}

const changed = (
  picture: GreyPicture,
  change: (value: number, column: number, row: number) => number,
): GreyPicture => ({
  ...picture,
  data: picture.data.map((value, at) =>
    Math.max(0, Math.min(255, change(value, at % picture.width, Math.floor(at / picture.width)))),
  ),
})

function turned({ data, width, height }: GreyPicture): GreyPicture {
  const turned = new Uint8Array(data.length)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) turned[column * height + row] = data[row * width + column] ?? 0
  return { data: turned, width: height, height: width }
}

const number = '444413758703'
const label = pictureOf(lineOf(`A${number}A`))

describe('a number on a label is read', () => {
  test.each([
    ['with other print around it', label],
    ['upside down', { ...label, data: label.data.toReversed() }],
    ['held upright', turned(label)],
    ['in the shadow of a hand', changed(label, (value, column) => value * (0.35 + (0.65 * column) / label.width))],
    ['by a noisy camera', changed(label, (value, column, row) => value + ((column * 31 + row * 17) % 25) - 12)],
    ['small and thin', pictureOf(lineOf(`A${number}A`, { narrow: 2, wide: 5 }))],
    ['large', pictureOf(lineOf(`A${number}A`, { narrow: 6, wide: 14 }))],
  ])('%s', (_, picture) => {
    expect(readNw7(picture)).toBe(`A${number}A`)
  })

  test('out of focus', () => {
    const { data, width } = label
    const blurred = changed(label, (_, column, row) => {
      const around = [-1, 0, 1].map((by) => data[row * width + Math.max(0, Math.min(width - 1, column + by))] ?? 0)
      return around.reduce((sum, value) => sum + value, 0) / around.length
    })
    expect(readNw7(blurred)).toBe(`A${number}A`)
  })

  test.each(['A', 'B', 'C', 'D'])('between %s and another letter', (letter) => {
    expect(readNw7(pictureOf(lineOf(`${letter}${number}B`)))).toBe(`${letter}${number}B`)
  })

  test.each(['012345678906', '987654321091', '111111111112', '512547514334'])('%s', (digits) => {
    const text = readNw7(pictureOf(lineOf(`A${digits}A`)))
    expect(text).toBe(`A${digits}A`)
    expect(scannedTrackingNumber(text ?? '')).toBe(
      Number(digits.slice(0, 11)) % 7 === Number(digits.at(-1)) ? digits : null,
    )
  })
})

test.each([
  ['empty paper', changed(label, () => 235)],
  ['print alone', pictureOf([])],
  ['a code without its end', pictureOf(lineOf(`A${number}`))],
  ['the end of a code', pictureOf(lineOf(`${number}A`))],
])('%s is no number', (_, picture) => {
  expect(readNw7(picture)).toBeNull()
})
