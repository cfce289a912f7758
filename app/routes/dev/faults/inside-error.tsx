import { ErrorPageGuard } from '#ui/fallback.tsx'
import { page } from '#web/page.server.ts'
import { notInProduction } from '../for-developers.server.ts'
import type { Route } from './+types/inside-error.ts'

/**
 * An error whose error page fails, too: the fallback around the error page is shown, on the server as in the browser.
 */
export const loader = page(async (_, { context }: Route.LoaderArgs) => {
  notInProduction(context)
  throw new Error('outside')
})

export default function InsideErrorPage() {
  return null
}

export function ErrorBoundary() {
  return (
    <ErrorPageGuard>
      <Failing />
    </ErrorPageGuard>
  )
}

function Failing(): never {
  throw new Error('inside')
}
