import { expect, test } from 'vitest'
import { onlyRoutes } from '../../scripts/only-routes.ts'

const hook = () => null
const theirs = [
  ...[
    'react-router:route-chunks-index',
    'react-router:build-client-route',
    'react-router:split-route-modules',
    'react-router:route-exports',
    'react-router:dot-client',
  ].map((name) => ({ name, transform: hook })),
  { name: 'react-router:dot-server', resolveId: hook },
]
const other = { name: 'react-router', transform: hook, resolveId: hook }

test('the plugins get the modules that they change, and no others', () => {
  const [index, , , , client, server, last] = onlyRoutes([...theirs, other])
  expect(index).toHaveProperty('transform.handler', hook)
  expect(last).toBe(other)
  const filterOf = (plugin: unknown, key: string): RegExp => {
    expect(plugin).toHaveProperty(`${key}.filter.id`, expect.any(RegExp))
    return Reflect.get(Reflect.get(Object(plugin), key).filter, 'id')
  }
  const routes = filterOf(index, 'transform')
  for (const id of ['/repo/app/root.tsx', '/repo/app/routes/farm/today.tsx?__react-router-build-client-route'])
    expect(id).toMatch(routes)
  expect('/repo/node_modules/react-aria/dist/index.mjs').not.toMatch(routes)
  expect('/repo/app/infra/firebase/firebase.client.ts').toMatch(filterOf(client, 'transform'))
  const onServer = filterOf(server, 'resolveId')
  for (const id of ['#infra/log.server.ts', './log.server', '../.server/log']) expect(id).toMatch(onServer)
  expect('react-aria').not.toMatch(onServer)
})

test('a plugin that is gone, or filters itself, stops the build', () => {
  expect(() => onlyRoutes([...theirs.slice(1), other])).toThrow('react-router:route-chunks-index')
  const filtering = { name: 'react-router:dot-server', resolveId: { filter: { id: /server/ }, handler: hook } }
  expect(() => onlyRoutes([...theirs.slice(0, -1), filtering])).toThrow('react-router:dot-server')
})
