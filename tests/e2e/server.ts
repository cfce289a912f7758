import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryFolder } from '../support/temporary-folder.ts'

/**
 * The app as a stranger starts it, for the browser tests: its own data folder, a password we
 * know, and a clock that begins at ten on a Tuesday morning, whenever the tests run.
 */
const port = process.env.E2E_PORT ?? '3199'
const folder = await temporaryFolder('e2e')
const clockFile = join(tmpdir(), `une-to-sara-e2e-clock-${port}`)
writeFileSync(join(tmpdir(), `une-to-sara-e2e-folder-${port}`), folder)
writeFileSync(clockFile, String(Date.parse('2026-11-24T10:00:00+09:00') - Date.now()))

Object.assign(process.env, {
  APP_ENV: 'test',
  NODE_ENV: 'production',
  PORT: port,
  HOST: '127.0.0.1',
  DATA_DIR: folder,
  DEMO_PASSWORD: 'demo-password-1',
  TEST_CLOCK_FILE: clockFile,
  LOG_LEVEL: 'error',
  // the service that ways-in.spec.ts starts beside us
  IDENTITY_SOCIAL: 'oidc',
  IDENTITY_OIDC_ISSUER: `http://localhost:${Number(port) + 40}`,
  IDENTITY_OIDC_CLIENT_ID: 'une-to-sara',
  IDENTITY_OIDC_CLIENT_SECRET: 'secret-of-the-tests',
  IDENTITY_OIDC_NAME: '料理組合',
})
delete process.env.DATABASE_URL
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await import('../../server/main.ts')
