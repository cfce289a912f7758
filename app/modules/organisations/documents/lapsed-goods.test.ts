import { expect, test } from 'vitest'
import type { GoodsKind } from '#kernel/enums.ts'
import { newId } from '#kernel/ids.ts'
import { at, jstDate } from '#kernel/jst.ts'
import { lapsedGoods, type Paper } from './lapsed-goods.ts'

const today = jstDate('2026-12-01')
const paper = (changes: Partial<Paper> = {}): Paper => ({
  id: newId<'document'>(),
  kind: 'permit',
  expiresOn: jstDate('2026-11-30'),
  checkedAt: at('2021-12-01 09:00'),
  removedAt: null,
  goodsKinds: [],
  ...changes,
})
const gone = at('2026-11-01 09:00')
const good = { expiresOn: jstDate('2031-11-30') }

const cases: [string, GoodsKind[], Paper[], GoodsKind[]][] = [
  ['a permit that ended yesterday', ['pickles'], [paper()], ['pickles']],
  ['a permit on its last day', ['pickles'], [paper({ expiresOn: today })], []],
  ['a permit without a last day', ['pickles'], [paper({ expiresOn: null })], []],
  ['let in knowingly, without a permit', ['pickles'], [], []],
  ['a newer one, approved', ['pickles'], [paper(), paper(good)], []],
  ['a newer one that nobody has read', ['pickles'], [paper(), paper({ ...good, checkedAt: null })], ['pickles']],
  ['a newer one that was taken away', ['pickles'], [paper(), paper({ ...good, removedAt: gone })], ['pickles']],
  ['the old one taken away', ['pickles'], [paper({ removedAt: gone })], ['pickles']],
  ['one taken away that nobody had read', ['pickles'], [paper({ removedAt: gone, checkedAt: null })], []],
  ['a paper of another sort', ['pickles'], [paper({ kind: 'notification' })], []],
  ['one permit for two kinds', ['pickles', 'meat'], [paper()], ['pickles', 'meat']],
  ['each its own permit', ['pickles', 'meat'], [paper({ goodsKinds: ['pickles'] }), paper(good)], []],
  [
    'each its own permit, both named',
    ['pickles', 'meat'],
    [paper({ goodsKinds: ['pickles'] }), paper({ ...good, goodsKinds: ['meat'] })],
    ['pickles'],
  ],
  ['own eggs beside a permit for something else', ['egg', 'pickles'], [paper()], ['pickles']],
  ['eggs for which the permit is', ['egg'], [paper({ goodsKinds: ['egg'] })], ['egg']],
  ['own vegetables beside bought ones', ['own_produce', 'resold_produce'], [paper({ kind: 'notification' })], []],
  ['bought vegetables only', ['resold_produce'], [paper({ kind: 'notification' })], ['resold_produce']],
  ['own vegetables, seedlings and wild herbs', ['own_produce', 'seedlings', 'wild'], [paper()], []],
]

test.each(cases)('%s', (_, goods, papers, lapsed) => {
  expect(lapsedGoods(goods, papers, today).map(({ kind }) => kind)).toEqual(lapsed)
})

test('the paper that ended last is named', () => {
  const [old, newer] = [paper({ expiresOn: jstDate('2021-11-30') }), paper()]
  expect(lapsedGoods(['pickles'], [newer, old], today)).toEqual([{ kind: 'pickles', documentId: newer.id }])
})
