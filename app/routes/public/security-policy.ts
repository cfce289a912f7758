import policy from '../../../SECURITY.md?raw'

/** SECURITY.md unchanged, for readers without access to the repository. */
export const loader = () =>
  new Response(policy, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
