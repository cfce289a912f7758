import { api } from '#api/api.server.ts'
import { granted, problem, tooMany } from '#api/problems.server.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { inquiryWriter, myInquiries } from '#modules/support/inquiry-queries.server.ts'
import { messagingRefusalText } from '#modules/support/refusal-text.ts'
import { sendInquiry } from '#modules/support/send-inquiry.server.ts'

export const inquiriesHandlers = {
  send: api.inquiries.send.handler(async ({ context, input: { headers, body } }) => {
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
  mine: api.inquiries.mine.handler(async ({ context: { ctx } }) => ({
    inquiries: (await myInquiries(ctx)).map(({ body, ...inquiry }) => ({ ...inquiry, text: body })),
  })),
}

/** A visitor states name and address; a member need not. */
const missing = (given: { name: string | undefined; email: string | undefined }) =>
  problem('VALIDATION_FAILED', 422, {
    issues: (['name', 'email'] as const)
      .filter((field) => !given[field])
      .map((path) => ({ path, message: 'サインインしていないときは要ります。' })),
  })
