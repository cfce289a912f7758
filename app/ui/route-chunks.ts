import { use } from 'react'
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  UNSAFE_FrameworkContext as FrameworkContext,
} from 'react-router'

/**
 * Which files each route needs, and the router that loads them. The only place that uses React Router's internals: it
 * offers no public way to load a page's modules without its data, to decide what happens if one is missing, nor to ask
 * after a form has gone how it was answered.
 */
export function useRouteChunks() {
  const framework = use(FrameworkContext)
  const data = use(DataRouterContext)
  if (!framework || !data) throw new Error('Outside of the router')
  return { router: data.router, manifest: framework.manifest, loaded: framework.routeModules }
}

export type RouteChunks = ReturnType<typeof useRouteChunks>
