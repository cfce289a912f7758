/**
 * Stands in for https://apis.google.com/js/api.js, with which the SDK and the emulator's frame communicate, where
 * Google cannot be reached. Only what they use: messages with replies between a page and a frame in it.
 */
;(() => {
  const inFrame = window !== window.parent
  const handlers = new Map()
  const answers = new Map()
  const waitingForPeer = []
  let peer = inFrame ? window.parent : null
  let peerIsThere = () => {}
  let last = 0

  const send = (message) => (peer ? peer.postMessage({ gapi: message }, '*') : waitingForPeer.push(message))

  const handlerFor = (name) => {
    if (!handlers.has(name)) handlers.set(name, Promise.withResolvers())
    return handlers.get(name)
  }

  const hear = {
    async ready(_, source) {
      peer = source
      peerIsThere()
      for (const message of waitingForPeer.splice(0)) send(message)
    },
    async call({ id, name, data }, source) {
      const handle = await handlerFor(name).promise
      source.postMessage({ gapi: { kind: 'answer', id, result: await handle(data) } }, '*')
    },
    async answer({ id, result }) {
      answers.get(id)?.([result])
      answers.delete(id)
    },
  }
  window.addEventListener('message', ({ data, source }) => data?.gapi && void hear[data.gapi.kind]?.(data.gapi, source))

  const channel = {
    register: (name, handler) => handlerFor(name).resolve(handler),
    send(name, data, answered) {
      last += 1
      if (answered) answers.set(last, answered)
      send({ kind: 'call', id: last, name, data })
    },
    restyle: async () => {},
    ping: async (answered) => answered?.(),
  }

  const context = {
    getParentIframe: () => channel,
    async open({ url, where }, opened) {
      const frame = document.createElement('iframe')
      frame.src = url
      frame.hidden = true
      const there = new Promise((resolve) => {
        peerIsThere = resolve
      })
      where.append(frame)
      await there
      return opened ? opened(channel) : channel
    },
  }

  window.gapi = {
    load(_, ready) {
      queueMicrotask(() => {
        const call = typeof ready === 'function' ? ready : ready.callback
        call()
        if (inFrame) window.parent.postMessage({ gapi: { kind: 'ready' } }, '*')
      })
    },
    iframes: { getContext: () => context, CROSS_ORIGIN_IFRAMES_FILTER: () => true },
  }
  const { searchParams } = new URL(document.currentScript.src)
  window[searchParams.get('onload') ?? 'gapi_onload']?.()
})()
