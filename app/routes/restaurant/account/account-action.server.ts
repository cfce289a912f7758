import { data, type RouterContextProvider } from 'react-router'
import { z } from 'zod'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { documentRefusalText } from '#modules/organisations/documents/document.ts'
import { addressFields } from '#modules/organisations/fields.server.ts'
import { handInLicence, withdrawLicence } from '#modules/organisations/restaurant/licence.server.ts'
import { removeLogo, setLogo, turnLogo } from '#modules/organisations/restaurant/logo.server.ts'
import {
  type Section,
  saveBilling,
  saveLegal,
  saveShop,
} from '#modules/organisations/restaurant/restaurant-account.server.ts'
import { parsePhotoKey, photoRefusalText } from '#modules/photos/photo.ts'
import { askedForAddress } from '#web/address-form.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, invalid, type Problem, shownAgain, typedIn } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'

const here = '/restaurant/Account'

type Args = { context: Readonly<RouterContextProvider> }

const saved = (section: Section) => ({
  done: ({ changed }: { changed: boolean }) =>
    redirectWithFlash(`${here}#${section}`, changed ? '保存しました。' : '変更点はありませんでした。'),
})

const changes = {
  shop: job(saveShop, saved('shop')),
  legal: job(saveLegal, {
    ...saved('legal'),
    at: ({ refusal }) => fieldOf[refusal],
  }),
  billing: job(saveBilling, {
    ...saved('billing'),
    read: readBilling,
    at: ({ refusal }) => (refusal === 'card_missing' || refusal === 'debit_not_agreed' ? 'paymentMethod' : undefined),
  }),
  licence: sendLicence,
  licence_remove: job(withdrawLicence, {
    done: () => redirectWithFlash(`${here}#licence`, '許可証の写しを削除しました。'),
  }),
  logo: sendLogo,
  logo_turn: sendTurn,
  logo_remove: job(removeLogo, {
    done: () => redirectWithFlash(`${here}#logo`, 'ロゴを削除しました。紋を表示します。'),
  }),
}

const fieldOf = { legal_name_missing: 'legalName', check_digit: 'invoiceNumber', changed_meanwhile: undefined } as const

/** Saves one section, adds or removes a licence, or changes the logo. */
export async function changeAccount(ctx: Ctx, form: FormData, args: Args) {
  const asked = await askedForAddress(shownAgain(form), findPostalAddress)
  return asked ? data({ problem: undefined, ...asked }) : runJob(changes, ctx, form, args)
}

/** The billing address is whole or missing: the first part that is typed asks for all of it. */
function readBilling(form: FormData) {
  const { address: _, ...rest } = saveBilling.declaration.input
  const isTyped = Object.keys(addressFields).some((part) => `${form.get(part) ?? ''}`.trim() !== '')
  if (!isTyped)
    return readForm(
      z.object(rest).transform((billing) => ({ ...billing, address: null })),
      form,
    )
  const flat = z.object({ ...rest, ...addressFields })
  return readForm(
    flat.transform(({ postalCode, prefectureCode, city, town, street, building, ...billing }) => ({
      ...billing,
      address: { postalCode, prefectureCode, city, town, street, building },
    })),
    form,
  )
}

async function sendLicence(ctx: Ctx, form: FormData, { context }: Args) {
  const typed = typedIn(form)
  const refused = (fields: Record<string, string>) => invalid({ fields, summary: fieldsToMend, typed })
  const file = form.get('documents')
  if (!(file instanceof File) || file.size === 0) return refused({ documents: '許可証の写しを選択してください。' })
  const day = readDay(typed.expiresOn ?? '', { min: jstDateOf(ctx.now) })
  if (!day.ok && day.refusal !== 'empty') return refused({ expiresOn: dayRefusalText(day.refusal) })
  const { files } = context.get(requestFacts)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const expiresOn = day.ok ? day.value : null
  const kept = await handInLicence(ctx, files, { bytes, fileName: file.name, expiresOn })
  if (!kept.ok) return refused({ documents: `「${file.name}」：${documentRefusalText[kept.refusal]}` })
  return redirectWithFlash(`${here}#licence`, '許可証の写しを受け付けました。運営が確認します。')
}

/** Re-encoding pictures is expensive: a limited number per user in a quarter of an hour. */
const logoLimit = { most: 20, withinMs: 15 * 60_000 }
const tooMany = '短時間にロゴが何度も送信されました。15分ほど待ってから、もう一度お試しください。'

async function sendLogo(ctx: Ctx, form: FormData, { context }: Args) {
  const tried = await tooManyLogos(ctx, form)
  if (tried) return tried
  const file = form.get('logo')
  if (!(file instanceof File) || file.size === 0) return noLogo('ロゴの画像を選択してください。', form)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kept = await setLogo(ctx, context.get(requestFacts).files, { bytes, uploadKey: crypto.randomUUID() })
  return kept.ok
    ? redirectWithFlash(`${here}#logo`, 'ロゴを登録しました。')
    : noLogo(`「${file.name}」：${photoRefusalText[kept.refusal]}`, form)
}

async function sendTurn(ctx: Ctx, form: FormData, { context }: Args) {
  const tried = await tooManyLogos(ctx, form)
  if (tried) return tried
  const seen = parsePhotoKey(form.get('seen'))
  if (!seen) throw new NotFound('logo')
  const turned = await turnLogo(ctx, context.get(requestFacts).files, seen)
  return turned.ok
    ? redirectWithFlash(`${here}#logo`, 'ロゴを右に回転しました。')
    : noLogo(photoRefusalText[turned.refusal], form)
}

async function tooManyLogos(ctx: Ctx, form: FormData) {
  const wait = await waitAfter(ctx, 'photo-logo', requireBuyer(ctx.actor).personId, logoLimit)
  return wait > 0 ? data({ problem: logoProblem(tooMany, form) }, tryLater(wait)) : null
}

const logoProblem = (sentence: string, form: FormData): Problem => ({
  fields: { logo: sentence },
  summary: fieldsToMend,
  typed: shownAgain(form),
})
const noLogo = (sentence: string, form: FormData) => invalid(logoProblem(sentence, form))
