import { expect, test } from 'vitest'
import { deliveryNotesOf } from './delivery-notes.ts'

test('the message to the order comes first, then what the kitchen says about every delivery', () => {
  const notes = deliveryNotesOf({ note: '葉つきで', receivingNote: ' 裏口へ。11時まで ' })
  expect(notes.map(({ word, text }) => [word, text])).toEqual([
    ['飲食店からの備考', '葉つきで'],
    ['納品時の注意', '裏口へ。11時まで'],
  ])
})

test('what is empty is left out', () => {
  expect(deliveryNotesOf({ note: '  ', receivingNote: '' })).toEqual([])
  expect(deliveryNotesOf({ note: '', receivingNote: '裏口へ' }).map(({ kind }) => kind)).toEqual(['kitchen'])
})
