import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  ssr: true,
  // All addresses in one small cached file: links can be prefetched, and a phone without a signal still finds its way.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
