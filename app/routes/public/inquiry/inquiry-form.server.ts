import { z } from 'zod'
import { inquiryKinds } from '#kernel/enums.ts'
import { parseId } from '#kernel/ids.ts'
import { type PhotoKey, parsePhotoKey } from '#modules/photos/photo.ts'
import { mostPhotos } from '#modules/support/inquiry.ts'
import { applicantFields, inquiryFields } from '#modules/support/send-inquiry.server.ts'
import { formKey } from '#web/form.ts'
import { readForm } from '#web/read-form.server.ts'

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
    kind: z.enum(inquiryKinds, 'お問い合わせの種類を選択してください'),
    side: applicantFields.side.optional(),
    organisation: applicantFields.organisation.optional(),
    order: idOf<'order'>(),
    product: idOf<'product'>(),
    body: inquiryFields.body,
    name: inquiryFields.name,
    email: inquiryFields.email,
    phone: inquiryFields.phone.nullable().default(null),
  })
  .refine(({ kind, side }) => kind !== 'signup' || side, {
    path: ['side'],
    error: '登録の種別を選択してください',
    when: whateverElse,
  })
  .refine(({ kind, organisation }) => kind !== 'signup' || organisation, {
    path: ['organisation'],
    error: '店名・農園名を入力してください',
    when: whateverElse,
  })
  .transform(({ key, side, organisation, order, product, ...written }) => {
    const signup = written.kind === 'signup'
    const applicant = signup && side && organisation ? { side, organisation } : null
    return { key, ...written, applicant, orderId: signup ? null : order, productId: signup ? null : product }
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
export const readInquiry = (form: FormData) => readForm(InquiryForm, form)

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
