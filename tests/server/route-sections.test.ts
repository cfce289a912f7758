import type { RouteConfigEntry } from '@react-router/dev/routes'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routeConfig from '../../app/routes.ts'
import { routesIn, sectionsOf } from '../../server/route-sections.ts'

type Route = { id: string; parentId?: string; path?: string; index?: boolean }

function flat(entries: readonly RouteConfigEntry[], parent: Route): Record<string, Route> {
  const own = entries.map((entry) => ({ entry, route: routeOf(entry, parent.id) }))
  const children = own.map(({ entry, route }) => flat(entry.children ?? [], route))
  return Object.assign({ [parent.id]: parent }, ...own.map(({ route }) => ({ [route.id]: route })), ...children)
}

const routeOf = ({ id, file, path, index }: RouteConfigEntry, parentId: string): Route => ({
  id: id ?? file,
  parentId,
  ...(path !== undefined && { path }),
  ...(index !== undefined && { index }),
})

const routes = flat(await routeConfig, { id: 'root', path: '' })

const treeOf = (of: Record<string, Route | undefined>, parentId?: string): RouteObject[] =>
  Object.values(of).flatMap((route) => {
    if (!route || route.parentId !== parentId) return []
    const { id, path, index } = route
    return index ? { id, index } : { id, ...(path !== undefined && { path }), children: treeOf(of, id) }
  })

const whole = treeOf(routes)
const sectionOf = sectionsOf(routes)

const matched = (tree: RouteObject[], path: string) =>
  matchRoutes(tree, path)?.map(({ route, params }) => [route.id, params]) ?? null

/** Addresses of a pattern, as its segments can be written. */
function addressesOf(pattern: string): string[] {
  const filled = pattern.replace(/:\w+/g, 'a-1').replace('*', 'any/thing')
  const [withAll, without] = [filled.replaceAll('?', ''), filled.replace(/\/[^/]*\?/g, '')]
  return [withAll, without, `${withAll}/more`]
}

const patternOf = ({ path = '', parentId }: Route): string => {
  const parent = parentId === undefined ? '' : patternOf(routes[parentId] ?? { id: '' })
  return path === '' ? parent : `${parent}/${path}`
}
const addresses = [...new Set(Object.values(routes).flatMap((route) => addressesOf(patternOf(route) || '/')))]

test('in its section every address has the route that it has among all of them', () => {
  expect(addresses.length).toBeGreaterThan(500)
  for (const address of [...addresses, '/nowhere', '/more/restaurant', '/more/updateEmail']) {
    const section = sectionOf(address)
    // with all routes there is nothing to compare
    if (section === null) continue
    expect(matched(treeOf(routesIn(section, routes)), address), address).toEqual(matched(whole, address))
  }
  expect(addresses.filter((address) => sectionOf(address) === null).length).toBeLessThan(addresses.length / 5)
})

test('a section is small, and the data of a page are in the section of the page', () => {
  const section = sectionOf('/restaurant/products') ?? ''
  expect(section).toBe('restaurant/products')
  expect(sectionOf('/Restaurant/Products/018e06f9')).toBe(section)
  expect(sectionOf('/restaurant/products.data')).toBe(section)
  expect(Object.keys(routesIn(section, routes)).length).toBeLessThan(Object.keys(routes).length / 8)
  for (const unusual of [
    '/',
    '/_root.data',
    '/restaurant/_.data',
    '/restaurant/products/',
    '/restaurant//products',
    '/restaurant/%E7%95%9D',
  ])
    expect(sectionOf(unusual), unusual).toBeNull()
})

test('there are no more sections than routes, whatever is asked for', () => {
  const asked = addresses.flatMap((address) => [address, `${address}/x`, address.replace(/^\/[^/]+/, '/x')])
  expect(new Set(asked.map(sectionOf)).size).toBeLessThan(Object.keys(routes).length)
})
