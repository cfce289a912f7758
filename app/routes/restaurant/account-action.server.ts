import { data, type RouterContextProvider } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { findPostalAddress } from '#infra/postal-codes.server.ts'
import { NotFound } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { dayRefusalText, readDay } from '#kernel/typed-day.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import { documentRefusalText } from '#modules/organisations/documents/document.ts'
import { type Section, sections } from '#modules/organisations/restaurant/account-sections.server.ts'
import { handInLicence, withdrawLicence } from '#modules/organisations/restaurant/licence.server.ts'
import { removeLogo, setLogo, turnLogo } from '#modules/organisations/restaurant/logo.server.ts'
import { saveRestaurant } from '#modules/organisations/restaurant/restaurant-account.server.ts'
import { kitchenRefusalText } from '#modules/organisations/restaurant/restaurant-labels.ts'
import { parsePhotoKey, photoRefusalText } from '#modules/photos/photo.ts'
import { askedForAddress } from '#web/address-form.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { fieldsToMend, type Problem, typedIn } from '#web/form.ts'
import { requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'

const here = '/restaurant/Account'

/** Saves one section, adds or removes a licence, or changes the logo. */
export async function changeAccount(ctx: Ctx, form: FormData, context: Readonly<RouterContextProvider>) {
  if (form.get('section') === 'licence') return changeLicence(ctx, form, context)
  if (form.get('section') === 'logo') return changeLogo(ctx, form, context)
  const section = sections.find((known) => known === form.get('section'))
  if (!section) throw data(null, { status: 400 })
  return saveSection(ctx, section, typedIn(form))
}

async function saveSection(ctx: Ctx, section: Section, sent: Record<string, string>) {
  const asked = section === 'billing' ? await askedForAddress(sent, findPostalAddress) : null
  if (asked) return data({ problem: undefined, ...asked })
  const saved = await saveRestaurant(ctx, { section, typed: sent, version: Number(sent.version) })
  if (saved.ok)
    return redirectWithFlash(
      `${here}#${section}`,
      saved.value.changed ? '保存しました。' : '変わったところはありませんでした。',
    )
  return saved.refusal === 'fields'
    ? no({ fields: saved.fields, summary: fieldsToMend, typed: sent }, 422)
    : no({ fields: {}, summary: kitchenRefusalText[saved.refusal], typed: sent }, 409)
}

async function changeLicence(ctx: Ctx, form: FormData, context: Readonly<RouterContextProvider>) {
  const typed = typedIn(form)
  if (form.has('remove')) {
    const id = parseId<'document'>(typed.remove)
    if (!id) throw new NotFound('document')
    await withdrawLicence(ctx, id)
    return redirectWithFlash(`${here}#licence`, '許可証の写しをはずしました。')
  }
  const refused = (fields: Record<string, string>) => no({ fields, summary: fieldsToMend, typed }, 422)
  const file = form.get('documents')
  if (!(file instanceof File) || file.size === 0) return refused({ documents: '許可証の写しをえらんでください。' })
  const day = readDay(typed.expiresOn ?? '', { min: jstDateOf(ctx.now) })
  if (!day.ok && day.refusal !== 'empty') return refused({ expiresOn: dayRefusalText(day.refusal) })
  const { files } = context.get(requestFacts)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const expiresOn = day.ok ? day.value : null
  const kept = await handInLicence(ctx, files, { bytes, fileName: file.name, expiresOn })
  if (!kept.ok) return refused({ documents: `「${file.name}」：${documentRefusalText[kept.refusal]}` })
  return redirectWithFlash(`${here}#licence`, '許可証の写しをおあずかりしました。運営が確認します。')
}

/** Re-encoding pictures is expensive: a limited number per user in a quarter of an hour. */
const logoLimit = { most: 20, withinMs: 15 * 60_000 }
const tooMany = 'ロゴが何度も届きました。15分ほど待ってから、もう一度お試しください。'

async function changeLogo(ctx: Ctx, form: FormData, context: Readonly<RouterContextProvider>) {
  const typed = typedIn(form)
  const problemOf = (sentence: string) => ({ fields: { logo: sentence }, summary: fieldsToMend, typed })
  const refused = (sentence: string) => no(problemOf(sentence), 422)
  const { files } = context.get(requestFacts)
  if (form.has('remove')) {
    await removeLogo(ctx)
    return redirectWithFlash(`${here}#logo`, 'ロゴをはずしました。紋がお店の印になります。')
  }
  const wait = await waitAfter(ctx, 'photo-logo', requireBuyer(ctx.actor).personId, logoLimit)
  if (wait > 0) return data({ problem: problemOf(tooMany), typed: undefined, finding: undefined }, tryLater(wait))
  const seen = parsePhotoKey(form.get('turn'))
  if (seen) {
    const turned = await turnLogo(ctx, files, seen)
    return turned.ok
      ? redirectWithFlash(`${here}#logo`, 'ロゴを右に回しました。')
      : refused(photoRefusalText[turned.refusal])
  }
  const file = form.get('logo')
  if (!(file instanceof File) || file.size === 0) return refused('ロゴの画像をえらんでください。')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kept = await setLogo(ctx, files, { bytes, uploadKey: crypto.randomUUID() })
  return kept.ok
    ? redirectWithFlash(`${here}#logo`, 'ロゴをのせました。')
    : refused(`「${file.name}」：${photoRefusalText[kept.refusal]}`)
}

const no = (problem: Problem, status: 409 | 422) => data({ problem, typed: undefined, finding: undefined }, { status })
