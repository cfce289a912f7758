import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // One bundle for pages, API and jobs: a context imported from two places must be one object.
  environments: { ssr: { build: { rollupOptions: { input: './server/app.ts' } } } },
  build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
})
