import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit as countedBodyLimit } from 'hono/body-limit'
import { refuseRequest } from './refused-request.ts'

type Limit = { maxSize: number; onError: (c: Context) => Response | Promise<Response> }

/**
 * By the length that the request states, which Node's parser holds it to. Hono's own limit looks at the body first, for which the whole
 * request is built again with a stream; it counts the bytes of those that state none.
 */
function bodyLimit(limit: Limit): MiddlewareHandler {
  const counted = countedBodyLimit(limit)
  return (c, next) => {
    const { headers } = c.req.raw
    const stated = headers.has('transfer-encoding') ? null : headers.get('content-length')
    // the gate before has refused a body with GET and HEAD
    if (stated === null) return c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : counted(c, next)
    return Number(stated) > limit.maxSize ? Promise.resolve(limit.onError(c)) : next()
  }
}

const tooLarge = (c: Context) =>
  refuseRequest(c, {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    sentence: '送信内容が大きすぎます。前の画面に戻り、短くしてください。',
  })

const formAtMost = bodyLimit({ maxSize: 64 * 1024, onError: tooLarge })

/**
 * Four photos of a phone, a farm's product file, or the documents of an organisation. A browser without script shows
 * this response, so it is a sentence, and nothing else is lost.
 */
const photosAtMost = bodyLimit({
  maxSize: 24 * 1024 * 1024,
  onError: (c) =>
    c.text('ファイルが大きすぎるため送信できませんでした（合計24MBまで）。前の画面に戻り、減らしてください。', 413),
})

/** A page's text: 100,000 characters, nine bytes each in a form, and room for the rest. */
const pageTextAtMost = bodyLimit({
  maxSize: 1024 * 1024,
  onError: (c) =>
    c.text(
      '本文が長すぎるため送信できませんでした（10万文字まで）。前の画面に戻り、短くしてください。入力内容は残っています。',
      413,
    ),
})

/** A freight table of the whole country: about a thousand fields, or its file. */
const freightTableAtMost = bodyLimit({ maxSize: 1024 * 1024, onError: tooLarge })
const takesFreightTable = (path: string) => /^\/(admin|farmer)\/freight(\/|(\/_)?\.data)?$/i.test(path)

/** Limits the body to what the form at that address can need. */
export const bodyLimits: MiddlewareHandler = (c, next) => {
  const { path } = c.req
  if (isApiPhoto(path)) return apiPhotoAtMost(c, next)
  if (takesBankFile(path)) return bankFileAtMost(c, next)
  if (takesFreightTable(path)) return freightTableAtMost(c, next)
  return (takesPhotos(path) ? photosAtMost : takesPageText(path) ? pageTextAtMost : formAtMost)(c, next)
}

/** A photo of 10 MB in base64, and room for the rest. */
const apiPhotoAtMost = bodyLimit({ maxSize: 14 * 1024 * 1024, onError: tooLarge })
const isApiPhoto = (path: string) => /^\/api\/(farm\/goods\/[\w-]+\/photos|claim-photos|farm\/labels)\/?$/i.test(path)

/** A month of a bank's records, and room for the rest. */
const bankFileAtMost = bodyLimit({
  maxSize: 25 * 1024 * 1024,
  onError: (c) =>
    c.text(
      'ファイルが大きすぎるため送信できませんでした（24MBまで）。前の画面に戻り、期間を分けて取得してください。',
      413,
    ),
})
const takesBankFile = (path: string) => /^\/admin\/billing\/deposits(\/|(\/_)?\.data)?$/i.test(path)

/** Where staff write a version of a page. */
const takesPageText = (path: string) => /^\/admin\/pages\/[\w-]+\/new(\/|(\/_)?\.data)?$/i.test(path)

/** The addresses of forms with photos or documents; with `.data` when our script sends them. */
const takesPhotos = (path: string) =>
  /^\/(restaurant\/(inquiry|account|(receiving|claim|chat)\/[\w-]+)|farmer\/(orders|chat)\/[\w-]+|auth\/signup\/additionalreg|profile\/organisation|farmer\/profile|farmer\/labels\/import|farmer\/products\/(import|photos\/[\w-]+))(\/|(\/_)?\.data)?$/i.test(
    path,
  )
