import { RouterContextProvider } from 'react-router'
import type { Ctx } from '../../app/authorization/ctx.ts'
import { operatorOf } from '../../app/infra/operator.server.ts'
import { safeFetch } from '../../app/infra/safe-fetch.server.ts'
import { readSettings } from '../../app/infra/settings.server.ts'
import { fileStore } from '../../app/infra/storage/file-store.server.ts'
import { newId } from '../../app/kernel/ids.ts'
import { requestCtx, requestFacts } from '../../app/web/request-context.ts'
import { testEncryption, testSite } from './mailed.ts'

/** What a loader or an action is given, as the server gives it; files are kept nowhere. */
export function pageContext(
  ctx: Ctx,
  environment: 'development' | 'test' | 'production' = 'test',
): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(requestCtx, ctx)
  context.set(requestFacts, {
    ip: null,
    trustedProxies: 0,
    files: fileStore({ DATA_DIR: '/nowhere' }),
    encryption: testEncryption,
    secureOrigin: testSite,
    requestId: newId(),
    clientFolder: '/nowhere',
    searchEngines: false,
    environment,
    operator: operatorOf(readSettings({ APP_ENV: 'development' })),
    loginMethods: { sms: null, social: [] },
    safeFetch: safeFetch({ allowLocal: false }),
    ringing: { channels: {}, line: null, pushKey: null },
    mail: { description: 'none', verify: async () => true },
    logError: () => {},
  })
  return context
}
