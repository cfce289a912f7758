import type { Plugin } from 'vite'

const routeFiles = /\/app\/(root|routes\/)/
/** By the plugin's name: for which modules its hook has anything to do. */
const transforms = new Map([
  ['react-router:route-chunks-index', routeFiles],
  ['react-router:build-client-route', routeFiles],
  ['react-router:split-route-modules', routeFiles],
  ['react-router:route-exports', routeFiles],
  ['react-router:dot-client', /\.client(\.[cm]?[jt]sx?)?$|\/\.client\//],
])
const resolutions = new Map([['react-router:dot-server', /\.server(\.|\/|$)/]])

/**
 * React Router's plugins without the modules that they only look at and leave: each of 11,000 was handed to JavaScript
 * six times and compared with 500 routes, and each import was resolved twice (docs/decisions/0115). Throws when a plugin
 * is gone or filters itself.
 */
export function onlyRoutes(plugins: readonly Plugin[]): Plugin[] {
  const left = new Set([...transforms.keys(), ...resolutions.keys()])
  const filtered = plugins.map((plugin) => {
    const { name, transform, resolveId } = plugin
    const [ofTransform, ofResolution] = [transforms.get(name), resolutions.get(name)]
    if (ofTransform && typeof transform === 'function') {
      left.delete(name)
      return { ...plugin, transform: { filter: { id: ofTransform }, handler: transform } }
    }
    if (ofResolution && typeof resolveId === 'function') {
      left.delete(name)
      return { ...plugin, resolveId: { filter: { id: ofResolution }, handler: resolveId } }
    }
    return plugin
  })
  if (left.size > 0)
    throw new Error(`React Router's plugins have changed (${[...left].join(', ')}): see scripts/only-routes.ts`)
  return filtered
}
