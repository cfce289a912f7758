import policy from '../../../SECURITY.md?raw'

/** SECURITY.md as it is, for those who have no look into the repository. */
export const loader = () =>
  new Response(policy, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=86400' },
  })
