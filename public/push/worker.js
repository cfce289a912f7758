// Shows what is pushed to this browser and opens its page. Scope /push/: it stands beside whatever else looks after pages.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => {
  let told
  try {
    told = event.data.json()
  } catch {
    told = { title: '畝と皿からのお知らせ', body: '', path: '/notices', tag: 'une' }
  }
  event.waitUntil(
    self.registration.showNotification(told.title, {
      body: told.body,
      tag: told.tag,
      lang: 'ja',
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      data: { path: told.path },
    }),
  )
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path = event.notification.data?.path
  const address = new URL(typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/notices', self.location.origin)
  event.waitUntil(
    self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => {
      const here = open.find(({ url }) => new URL(url).pathname === address.pathname)
      return here ? here.focus() : self.clients.openWindow(address)
    }),
  )
})
