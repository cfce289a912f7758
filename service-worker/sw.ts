import {
  CacheFirst,
  ExpirationPlugin,
  NetworkFirst,
  NetworkOnly,
  type PrecacheEntry,
  Serwist,
  type SerwistPlugin,
} from 'serwist'

/** The files that a page needs, inserted by the build (scripts/service-worker.mjs). */
declare const self: ServiceWorkerGlobalScope & { __SW_MANIFEST: (PrecacheEntry | string)[] }

const day = 24 * 3_600
const pagesCache = 'pages'
const ownerEntry = '/kept-for'
const offlinePage = '/offline.html'

/** The paths of a user's own pages; the checkout is never shown from the cache. */
const isOwnPage = ({ pathname }: URL) =>
  /^\/(farmer|restaurant)(\/|$)/i.test(pathname) && !/^\/restaurant\/order(\/test)?\/?$/i.test(pathname)

const isDocument = (response: Response) =>
  response.status === 200 &&
  !response.redirected &&
  response.type === 'basic' &&
  /^text\/html/.test(response.headers.get('content-type') ?? '')

/** The mark of the user for whom the server made the response; null if nobody is signed in. */
const ownerOf = (response: Response) => response.headers.get('x-kept-for')

/** The number of sign-outs on this device: a response requested before one is not stored after it. */
let signOuts = 0

/**
 * The pages belong to one user: a response for another user, or for none, deletes them all before anything is stored.
 */
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
  // an order is one page, whatever the query string of the link
  handlerDidError: async ({ request }) => {
    const { pathname } = new URL(request.url)
    const isOne = /^\/(farmer\/orders\/[\w-]+|restaurant\/(cart|receiving\/[\w-]+))$/.test(pathname)
    const copy = isOne
      ? await caches.match(request, { cacheName: pagesCache, ignoreSearch: true, ignoreVary: true })
      : null
    return copy ?? (await caches.match(offlinePage)) ?? Response.error()
  },
}

/** The network first, streamed as it arrives; only without it the stored copy of the page. */
const pages = new NetworkFirst({
  cacheName: pagesCache,
  matchOptions: { ignoreVary: true },
  plugins: [ofOnePerson, new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 14 * day })],
})

/** No other page is stored. Without the network it is ours that says so, and not the browser's own page. */
const otherPages = new NetworkOnly({
  plugins: [{ handlerDidError: async () => (await caches.match(offlinePage)) ?? Response.error() }],
})

/** Named after their contents: immutable. They outlive a release, because a stored page still asks for them. */
const assets = new CacheFirst({
  cacheName: 'assets',
  plugins: [new ExpirationPlugin({ maxEntries: 500, maxAgeSeconds: 30 * day, maxAgeFrom: 'last-used' })],
})

const picturesCache = 'pictures'

/** The path of a picture without its width: a picture that is here in another width is better than none. */
const pictureOf = (url: string) => new URL(url).pathname.replace(/(-\d+)?\.webp$/, '')

const isPicture = ({ pathname }: URL) => /^\/(pictures|media)\//.test(pathname)

const pictures = new CacheFirst({
  cacheName: picturesCache,
  plugins: [
    {
      // a photo that is not public is not kept beyond its page
      cacheWillUpdate: async ({ response }) =>
        response.status === 200 && /\bpublic\b/.test(response.headers.get('cache-control') ?? '') ? response : null,
      handlerDidError: async ({ request }) => {
        const cache = await caches.open(picturesCache)
        const same = (await cache.keys()).find(({ url }) => pictureOf(url) === pictureOf(request.url))
        return same && cache.match(same)
      },
    },
    new ExpirationPlugin({ maxEntries: 240, maxAgeSeconds: 14 * day }),
  ],
})

const serwist = new Serwist({
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ request, sameOrigin, url }) => sameOrigin && request.mode === 'navigate' && isOwnPage(url),
      handler: pages,
    },
    { matcher: ({ request, sameOrigin }) => sameOrigin && request.mode === 'navigate', handler: otherPages },
    { matcher: ({ sameOrigin, url }) => sameOrigin && /^\/(assets|fonts)\//.test(url.pathname), handler: assets },
    { matcher: ({ sameOrigin, url }) => sameOrigin && isPicture(url), handler: pictures },
  ],
})

// The files of a page are fetched once for all pages; existing ones are not requested again.
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

// Signing out deletes the pages, even before the server has answered.
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (event.request.method !== 'POST' || !/^\/auth\/signOut(\.data)?$/i.test(pathname)) return
  signOuts += 1
  event.waitUntil(caches.delete(pagesCache))
})

type Keep = { keep: { url: string; atMostSeconds: number }[] }

const isKeep = (data: unknown): data is Keep => typeof data === 'object' && data !== null && 'keep' in data

// A page names what will be needed offline: itself, in its current state, and the orders on it.
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
    const [response, done] = pages.handleAll({ event, request })
    await done.catch(() => {})
    await keepPictures(await response.catch(() => Response.error()), event)
  }
}

const mostPictures = 24

/** The first pictures of a stored page, its header's among them; where there is a choice of widths, the usual one. */
async function keepPictures(page: Response, event: ExtendableEvent): Promise<void> {
  if (!isDocument(page)) return
  const shown = [...(await page.clone().text()).matchAll(/<img [^>]*?src="(\/(?:pictures|media)\/[^"]+)"/g)]
  for (const url of new Set(shown.map(([, address = '']) => address).slice(0, mostPictures))) {
    const [, done] = pictures.handleAll({ event, request: new Request(url) })
    await done.catch(() => {})
  }
}

serwist.addEventListeners()
