import { CacheFirst, ExpirationPlugin, NetworkFirst, type PrecacheEntry, Serwist, type SerwistPlugin } from 'serwist'

/** What a page needs, written in by the build (scripts/service-worker.mjs). */
declare const self: ServiceWorkerGlobalScope & { __SW_MANIFEST: (PrecacheEntry | string)[] }

const day = 24 * 3_600
const pagesCache = 'pages'
const ownerEntry = '/kept-for'
const offlinePage = '/offline.html'

/** Where somebody's own pages are; what is ordered and paid on is never shown from before. */
const isOwnPage = ({ pathname }: URL) =>
  /^\/(farmer|restaurant)(\/|$)/i.test(pathname) && !/^\/restaurant\/order(\/test)?\/?$/i.test(pathname)

const isDocument = (response: Response) =>
  response.status === 200 &&
  !response.redirected &&
  response.type === 'basic' &&
  /^text\/html/.test(response.headers.get('content-type') ?? '')

/** The mark of the person for whom our server made the answer; null where nobody is signed in. */
const ownerOf = (response: Response) => response.headers.get('x-kept-for')

/** How often somebody has signed out here: what was asked for before is not kept when it comes after. */
let signOuts = 0

/** The pages belong to one person: another one's answer, or nobody's, takes them all away before anything is kept. */
async function keepsFor(response: Response): Promise<boolean> {
  const owner = ownerOf(response)
  const before = await (await caches.match(ownerEntry, { cacheName: pagesCache }))?.text()
  if (before !== undefined && before !== owner) await caches.delete(pagesCache)
  if (owner === null) return false
  if (before !== owner) await (await caches.open(pagesCache)).put(ownerEntry, new Response(owner))
  return true
}

const ofOnePerson: SerwistPlugin = {
  requestWillFetch: async ({ request, state }) => {
    if (state) state.signOuts = signOuts
    return request
  },
  cacheWillUpdate: async ({ response, state }) => {
    if (response.type !== 'basic' || response.redirected || state?.signOuts !== signOuts) return null
    return (await keepsFor(response)) && isDocument(response) ? response : null
  },
  // an order is one page, whatever the link to it says behind the question mark
  handlerDidError: async ({ request }) => {
    const { pathname } = new URL(request.url)
    const isOne = /^\/(farmer\/orders\/[\w-]+|restaurant\/(cart|receiving\/[\w-]+))$/.test(pathname)
    const copy = isOne
      ? await caches.match(request, { cacheName: pagesCache, ignoreSearch: true, ignoreVary: true })
      : null
    return copy ?? (await caches.match(offlinePage)) ?? Response.error()
  },
}

/** The network first, always, and streamed as it comes; only without it the copy of the page last seen. */
const pages = new NetworkFirst({
  cacheName: pagesCache,
  matchOptions: { ignoreVary: true },
  plugins: [ofOnePerson, new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 14 * day })],
})

/** Named after their contents: the same for ever. They outlive a release, because a page that was kept still asks for them. */
const assets = new CacheFirst({
  cacheName: 'assets',
  plugins: [new ExpirationPlugin({ maxEntries: 500, maxAgeSeconds: 30 * day, maxAgeFrom: 'last-used' })],
})

const pictures = new CacheFirst({
  cacheName: 'pictures',
  plugins: [new ExpirationPlugin({ maxEntries: 80, maxAgeSeconds: 7 * day })],
})

const serwist = new Serwist({
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isOwnPage(url),
      handler: pages,
    },
    { matcher: ({ sameOrigin, url }) => sameOrigin && /^\/(assets|fonts)\//.test(url.pathname), handler: assets },
    { matcher: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/pictures/'), handler: pictures },
  ],
})

// What a page needs is fetched once for all; what is here already is not asked for again.
self.addEventListener('install', (event) => {
  const wanted = self.__SW_MANIFEST.map((entry) => (typeof entry === 'string' ? entry : entry.url))
  event.waitUntil(
    Promise.all(
      wanted.map(async (url) => {
        const [, done] = assets.handleAll({ event, request: new Request(url) })
        await done
      }),
    ).then(async () => (await caches.open('offline')).add(new Request(offlinePage, { cache: 'reload' }))),
  )
})

// Signing out takes the pages away, even before our server has answered.
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (event.request.method !== 'POST' || !/^\/auth\/signOut(\.data)?$/i.test(pathname)) return
  signOuts += 1
  event.waitUntil(caches.delete(pagesCache))
})

type Keep = { keep: { url: string; atMostSeconds: number }[] }

const isKeep = (data: unknown): data is Keep => typeof data === 'object' && data !== null && 'keep' in data

// A page says what will be wanted without a signal: itself, as it is now, and the orders that it names.
self.addEventListener('message', (event) => {
  if (isKeep(event.data)) event.waitUntil(keepAhead(event.data.keep, event))
})

async function keepAhead(wanted: Keep['keep'], event: ExtendableMessageEvent): Promise<void> {
  const before = signOuts
  for (const { url, atMostSeconds } of wanted) {
    if (signOuts !== before) return
    const request = new Request(url, {
      headers: { accept: 'text/html', 'x-kept-ahead': '1' },
      credentials: 'same-origin',
    })
    if (!isOwnPage(new URL(request.url))) continue
    const copy = await caches.match(request, { cacheName: pagesCache, ignoreVary: true })
    const seconds = (Date.now() - Date.parse(copy?.headers.get('date') ?? '1970-01-01')) / 1000
    if (seconds < atMostSeconds) continue
    const [, done] = pages.handleAll({ event, request })
    await done.catch(() => {})
  }
}

serwist.addEventListeners()
