import { z } from 'zod'
import { emailRefusalText, readEmail } from '#kernel/email.ts'
import { inquiryKinds } from '#kernel/enums.ts'
import { type OrderId, type ProductId, parseId } from '#kernel/ids.ts'
import { phoneRefusalText } from '#kernel/phone.ts'
import { readReachablePhone } from '#kernel/phone-check.server.ts'
import { lengthOf, tooShortText } from '#kernel/text.ts'
import { type PhotoKey, parsePhotoKey } from '#modules/photos/photo.ts'
import { inquiryLength, mostPhotos, sides } from '#modules/support/inquiry.ts'
import type { Inquiry } from '#modules/support/send-inquiry.server.ts'
import { formKey, nameWords, parseForm, words } from '#web/form.ts'
import { typed, typedOrNothing } from '#web/typed-fields.ts'

const idOf = <Of extends string>() =>
  z
    .string()
    .optional()
    .transform((text) => parseId<Of>(text))

/** Reported together with errors of other fields, not only once those are corrected. */
const whateverElse = () => true

const InquiryForm = z
  .object({
    key: formKey(),
    kind: z.enum(inquiryKinds, 'お問い合わせの種類をえらんでください'),
    side: z.enum(sides).optional(),
    organisation: nameWords(80).optional(),
    order: idOf<'order'>(),
    product: idOf<'product'>(),
    body: words(inquiryLength.most)
      .min(1, '内容を入力してください')
      .refine((text) => lengthOf(text) >= inquiryLength.least, tooShortText(inquiryLength.least)),
    name: nameWords(60).min(1, 'お名前を入力してください'),
    email: typed(readEmail, emailRefusalText),
    phone: typedOrNothing(readReachablePhone, phoneRefusalText),
  })
  .refine(({ kind, side }) => kind !== 'signup' || side, {
    path: ['side'],
    error: '登録する側をえらんでください',
    when: whateverElse,
  })
  .refine(({ kind, organisation }) => kind !== 'signup' || organisation, {
    path: ['organisation'],
    error: '店・農園の名前を入力してください',
    when: whateverElse,
  })

/** Photos that were selected before and stay, as the form names them: `photo.<key>`. */
export const photosIn = (sent: Record<string, string>): PhotoKey[] =>
  Object.keys(sent)
    .flatMap((name) => parsePhotoKey(name.startsWith('photo.') ? name.slice(6) : null) ?? [])
    .slice(0, mostPhotos)

/** The newly selected files; an empty field yields one without a name and without bytes. */
export const filesIn = (form: FormData): File[] =>
  form.getAll('photos').filter((file): file is File => file instanceof File && file.size > 0)

/** The inquiry, or what has to be corrected. */
export function readInquiry(
  form: FormData,
): ReturnType<typeof parseForm<typeof InquiryForm>> & { inquiry?: Omit<Inquiry, 'photos'> } {
  const read = parseForm(InquiryForm, form)
  if (!read.ok) return read
  const { kind, side, organisation, order, product, body, name, email, phone } = read.value
  const signup = kind === 'signup'
  const applicant = signup && side && organisation ? { side, organisation } : null
  const orderId: OrderId | null = signup ? null : order
  const productId: ProductId | null = signup ? null : product
  return { ...read, inquiry: { kind, applicant, body, name, email, phone, orderId, productId } }
}

/** The minimum time that a person needs to read and write; anything faster is a machine. */
const leastMs = 2_000

/**
 * Two traps instead of a captcha: a field that people do not see, and the time at which the form was opened. A person
 * who is caught reads why, and submitting again is enough.
 */
export function looksLikeMachine(sent: Record<string, string>, now: Date): boolean {
  const opened = Number(sent.opened)
  return (sent.website ?? '') !== '' || !(now.getTime() - opened >= leastMs)
}
