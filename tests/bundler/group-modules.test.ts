import { describe, expect, test } from 'vitest'
import { groupModules, type Module } from '../../scripts/group-modules.ts'

type Made = Partial<Pick<Module, 'imports' | 'dynamic' | 'length'>>
const large = 20_000

/** Modules by name, with what they import; 300 characters long if nothing else is said. */
const graphOf = (modules: Record<string, Made>) =>
  new Map(
    Object.entries(modules).map(([id, made]) => [id, { id, imports: [], dynamic: [], length: 300, ...made }] as const),
  )

/** The files that come of it, each with its modules, in the order of the alphabet. */
function filesOf(
  modules: Record<string, Made>,
  { later = [], placed = [], often = {} }: { later?: string[]; placed?: string[]; often?: Record<string, number> } = {},
): string[] {
  const pages = Object.keys(modules).filter((id) => id.startsWith('page'))
  const visits = pages.map((page) => ({ starts: [page], later: new Set(later), weight: often[page] ?? 1 }))
  const groups = groupModules({ graph: graphOf(modules), visits, placed: (id) => placed.includes(id) })
  return groups
    .map((it) =>
      it
        .map(({ id }) => id)
        .toSorted()
        .join(' '),
    )
    .toSorted()
}

describe('modules that pages share', () => {
  test('go into one file where the same pages need them', () => {
    const shared = { imports: ['card', 'price'] }
    expect(filesOf({ page1: shared, page2: shared, card: { length: large }, price: { length: large } })).toEqual([
      'card price',
    ])
  })

  test('stay with a page that alone needs them', () => {
    expect(filesOf({ page1: { imports: ['own', 'card'] }, page2: { imports: ['card'] }, own: {}, card: {} })).toEqual([
      'card',
    ])
  })

  test('share a file although one page does not need all of it, where that is less than a file costs', () => {
    const pages = {
      page1: { imports: ['card', 'icon'] },
      page2: { imports: ['card', 'icon'] },
      page3: { imports: ['card'] },
    }
    expect(filesOf({ ...pages, card: {}, icon: {} })).toEqual(['card icon'])
    expect(filesOf({ ...pages, card: {}, icon: { length: large } })).toEqual(['card', 'icon'])
  })

  test('are kept apart where a page that is opened often needs one of them only', () => {
    const pages = {
      page1: { imports: ['card', 'icon'] },
      page2: { imports: ['card', 'icon'] },
      page3: { imports: ['card'] },
    }
    expect(filesOf({ ...pages, card: {}, icon: {} }, { often: { page3: 100 } })).toEqual(['card', 'icon'])
  })

  test('wait for the start of a page that needs them after it', () => {
    const pages = { page1: { imports: ['card'], dynamic: ['part'] }, page2: { imports: ['card'], dynamic: ['part'] } }
    const modules = { ...pages, page3: { imports: ['card', 'dialog'] }, part: { imports: ['dialog'] }, card: {} }
    const apart = filesOf({ ...modules, dialog: { length: large } }, { later: ['part'], often: { page1: 9, page2: 9 } })
    expect(apart).toEqual(['card', 'dialog'])
  })

  test('have no styles among them, which have files of their own', () => {
    const shared = { imports: ['card', 'card.css'] }
    expect(filesOf({ page1: shared, page2: shared, card: {}, 'card.css': {} })).toEqual(['card'])
  })

  test('are left where they have a place already, with all that they import', () => {
    const shared = { imports: ['shell', 'card'] }
    const modules = { page1: shared, page2: shared, shell: { imports: ['under'] }, under: {}, card: {} }
    expect(filesOf(modules, { placed: ['shell'] })).toEqual(['card'])
  })
})

test('two files never import each other, as by way of a module that has a script of its own', () => {
  const modules = {
    page1: { imports: ['outer', 'inner'] },
    page2: { imports: ['outer', 'inner'] },
    page3: { imports: ['inner'], dynamic: ['dialog'] },
    outer: { imports: ['dialog'] },
    dialog: { imports: ['inner'], length: large },
    inner: {},
  }
  expect(filesOf(modules)).toEqual(['inner', 'outer'])
})
