import { z } from 'zod'
import { endpoint, needsKey, refusals } from '#api/endpoint.server.ts'
import { granted, problem, tooMany } from '#api/problems.server.ts'
import { AnId, Day, Moment } from '#api/schemas/shapes.ts'
import { inquiryKinds, inquiryStates } from '#kernel/enums.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { Body, choice, KeyHeader } from '#kernel/schema.ts'
import { kindWord } from '#modules/support/inquiry.ts'
import { inquiryWriter, myInquiries } from '#modules/support/inquiry-queries.server.ts'
import { messagingRefusalText } from '#modules/support/refusal-text.ts'
import { applicantFields, inquiryFields, sendInquiry } from '#modules/support/send-inquiry.server.ts'

const tag = 'お問い合わせ'

const { body, name, email, phone, orderId, productId } = inquiryFields

const InquiryIn = Body({
  kind: choice(inquiryKinds).describe(inquiryKinds.map((kind) => `${kind}：${kindWord[kind]}`).join('／')),
  text: body,
  name: name.optional().describe('サインインしている場合は省略可'),
  email: email.optional().describe('回答の送信先アドレス。サインインしている場合は省略可'),
  phone: phone.optional(),
  applicant: Body(applicantFields).describe('kind が signup の場合のみ必須。飲食店・農園の区分と名称').optional(),
  orderId: orderId.optional().describe('自分の注文に関する問い合わせの場合は、その注文ID'),
  productId: productId.optional(),
}).superRefine(({ kind, applicant }, issue) => {
  if ((kind === 'signup') === (applicant !== undefined)) return
  issue.addIssue({
    code: 'custom',
    path: ['applicant'],
    message: applicant ? 'kind が signup の場合のみ指定してください。' : '登録する区分と名称を指定してください。',
  })
})

const Sent = z.object({
  number: z.string().meta({ description: '受付番号', examples: ['Q-20261124-0007'] }),
  answerDueOn: Day.describe('回答期限'),
})

const Inquiry = Sent.extend({
  id: AnId,
  kind: z.enum(inquiryKinds),
  state: z.enum(inquiryStates).describe('open：未対応／working：対応中／done：対応済み'),
  text: z.string(),
  sentAt: Moment,
  answers: z.array(z.object({ at: Moment, text: z.string() })),
})

export const inquiriesOperations = {
  send: endpoint('anyone', {
    method: 'POST',
    path: '/inquiries',
    tag,
    scope: 'none',
    summary: '問い合わせを送信する',
    description:
      'サインインしていなくても送信できます。受付のお知らせをメールで送信し、1営業日以内に回答します。写真はサイトの画面から送信できます。',
    successStatus: 201,
    example: {
      body: { kind: 'order', text: '今朝届いたトマトが3つ割れていました。', name: '森 亮介', email: 'chef@example.jp' },
      answer: { number: 'Q-20261124-0007', answerDueOn: '2026-11-25' },
    },
  })
    .errors({
      ...needsKey,
      ...refusals(['key_reused'], messagingRefusalText),
      TOO_MANY_INQUIRIES: { status: 429, message: messagingRefusalText('too_many_inquiries') },
    })
    .input(z.object({ headers: KeyHeader, body: InquiryIn }))
    .output(Sent)
    .handler(async ({ context, input: { headers, body } }) => {
      const { ctx, ip } = context
      const writer = await inquiryWriter(ctx)
      const name = body.name ?? writer?.name
      const email = body.email ?? writer?.email ?? undefined
      if (!name || !email) throw missing({ name, email })
      const sent = await sendInquiry(
        ctx,
        {
          kind: body.kind,
          applicant: body.applicant ?? null,
          body: body.text,
          name,
          email,
          phone: body.phone ?? null,
          orderId: body.orderId ?? null,
          productId: body.productId ?? null,
          photos: [],
        },
        { key: headers['idempotency-key'], ip },
      )
      if (!sent.ok && sent.refusal === 'too_many_inquiries')
        throw tooMany('TOO_MANY_INQUIRIES', messagingRefusalText(sent.refusal), waitSecondsOf(sent))
      return granted(sent, messagingRefusalText)
    }),
  mine: endpoint('members', {
    method: 'GET',
    path: '/inquiries',
    tag,
    scope: 'none',
    summary: '自分の問い合わせを取得する',
    description: '新しい順に20件。回答も含みます。',
  })
    .output(z.object({ inquiries: z.array(Inquiry) }))
    .handler(async ({ context: { ctx } }) => ({
      inquiries: (await myInquiries(ctx)).map(({ body, ...inquiry }) => ({ ...inquiry, text: body })),
    })),
}

/** A visitor states name and address; a member need not. */
const missing = (given: { name: string | undefined; email: string | undefined }) =>
  problem('VALIDATION_FAILED', 422, {
    issues: (['name', 'email'] as const)
      .filter((field) => !given[field])
      .map((path) => ({ path, message: 'サインインしていない場合は必須です。' })),
  })
