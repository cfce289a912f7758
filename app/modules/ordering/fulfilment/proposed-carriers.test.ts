import { expect, test } from 'vitest'
import { proposedFirst } from './proposed-carriers.ts'

const used = (...carriers: string[]) => carriers.map((carrier) => ({ carrier, trackingPage: null }))
const akabou = { carrier: '赤帽', trackingPage: 'https://akabou.example.jp/' }

test('the carrier that was chosen for the order comes first, with the page that is known of it', () => {
  expect(proposedFirst([...used('yamato'), akabou], { chosen: '赤帽', usual: 'sagawa' })).toEqual([
    akabou,
    ...used('yamato'),
  ])
  expect(proposedFirst(used('yamato'), { chosen: '西濃運輸', usual: null })).toEqual(used('西濃運輸', 'yamato'))
})

test('without a choice the usual one of the settings comes first, as the page of labels has it', () => {
  expect(proposedFirst(used('yamato'), { chosen: null, usual: 'sagawa' })).toEqual(used('sagawa', 'yamato'))
  expect(proposedFirst([], { chosen: null, usual: 'sagawa' })).toEqual(used('sagawa'))
})

test('a carrier by name, which the settings cannot state, stays first when it was used last', () => {
  expect(proposedFirst([akabou, ...used('yamato')], { chosen: null, usual: 'yamato' })).toEqual([
    akabou,
    ...used('yamato'),
  ])
  expect(proposedFirst(used('sagawa', 'yamato'), { chosen: null, usual: null })).toEqual(used('sagawa', 'yamato'))
})
