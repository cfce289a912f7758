import { useLayoutEffect } from 'react'
import { createPath, type DataRouteObject } from 'react-router'
import { ChunkFailure, openAfresh } from './chunk-reload.ts'
import { type RouteChunks, useRouteChunks } from './route-chunks.ts'

/**
 * If a page's script cannot be loaded, React Router reloads the open page: the click is lost, and if it fails again it
 * reloads again. Here the modules are fetched first; if one is missing, the clicked address is loaded as a document, at
 * most once a minute, and otherwise the error page says so.
 */
export function ChunkGuard() {
  const { router, manifest, loaded } = useRouteChunks()
  // before any link can be pressed
  useLayoutEffect(() => guardRoutes(router.routes, { router, manifest, loaded }), [router, manifest, loaded])
  return null
}

const guarded = new WeakSet<object>()

function guardRoutes(routes: readonly DataRouteObject[], chunks: RouteChunks) {
  for (const route of routes) {
    const { lazy } = route
    if (typeof lazy === 'object' && !guarded.has(lazy)) {
      guarded.add(lazy)
      const fetched = once(() => fetchModules(route.id, chunks))
      for (const [part, load] of Object.entries(lazy)) {
        if (typeof load !== 'function') continue
        const loadAfter = async () => {
          await fetched()
          return load()
        }
        Object.assign(lazy, { [part]: loadAfter })
      }
    }
    guardRoutes(route.children ?? [], chunks)
  }
}

/** Puts the module where React Router looks for it; if it is not to be had, one that can only say so. */
async function fetchModules(id: string, chunks: RouteChunks): Promise<void> {
  const files = chunks.manifest.routes[id]
  if (!files || id in chunks.loaded) return
  const { module, clientLoaderModule, clientActionModule } = files
  try {
    const parts = [module, clientLoaderModule, clientActionModule].filter((file) => file !== undefined)
    const [page] = await Promise.all(parts.map((file) => import(/* @vite-ignore */ file)))
    chunks.loaded[id] = page
  } catch (cause) {
    if (openAfresh(wantedBy(chunks))) return new Promise(() => {})
    chunks.loaded[id] = { default: () => fail(cause) }
  }
}

function fail(cause: unknown): never {
  throw new ChunkFailure('A part of the program could not be loaded', { cause })
}

/** The address of the click, unless a form is being submitted there. */
function wantedBy({ router }: RouteChunks): string | null {
  const { state, location: wanted } = router.state.navigation
  return state === 'loading' ? createPath(wanted) : null
}

function once<Answer>(run: () => Answer): () => Answer {
  let answer: { is: Answer } | null = null
  return () => {
    answer ??= { is: run() }
    return answer.is
  }
}
