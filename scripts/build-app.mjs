/** The build itself: `build` in build.mjs decides whether it is needed. */
import { checkBudgets } from './budgets.mjs'
import { placesIn, putAside, putBack } from './old-assets.ts'
import { runNode } from './processes.ts'
import { splitRouteList } from './route-list.ts'
import { buildServiceWorker } from './service-worker.mjs'
import { writeThirdPartyNotices } from './third-party-notices.ts'

const places = placesIn('.')
try {
  putAside(places)
  await runNode([...process.execArgv, 'node_modules/@react-router/dev/bin.cjs', 'build', '--logLevel', 'warn'])
  splitRouteList('build/client/assets')
  checkBudgets()
  await buildServiceWorker()
  writeThirdPartyNotices()
  putBack(Date.now(), places)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
