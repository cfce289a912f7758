import { join } from 'node:path'
import type { Plugin } from 'vite'

const serverIcon = join(import.meta.dirname, '../app/ui/server-icon.ts')
const mark = 'export { createLucideIcon as default };'

/**
 * In the server's bundle every icon of Lucide is what app/ui/server-icon.ts makes of it: drawn once, then written. The
 * icons are bundled for that; loaded as a package, all 1,700 of them would be there.
 */
export const serverIcons: Plugin = {
  name: 'server-icons',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  config: () => ({ environments: { ssr: { resolve: { noExternal: ['lucide-react'] } } } }),
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/ },
    handler(code) {
      if (!code.includes(mark)) throw new Error('createLucideIcon has changed: see scripts/server-icons.ts')
      return {
        code: `import { serverIcon } from ${JSON.stringify(serverIcon)};\n${code.replace(mark, 'export default (...parts) => serverIcon(createLucideIcon(...parts));')}`,
        map: null,
      }
    },
  },
}
