import { NotFound } from '#kernel/errors.ts'
import { formatDay } from '#kernel/format.ts'
import { answerDay } from '#modules/support/answer-day.server.ts'
import { parseInquiryNumber } from '#modules/support/inquiry.ts'
import { InquirySteps } from '#modules/support/ui/inquiry-steps.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { ForgetDraft } from '#ui/form-draft.tsx'
import { Head } from '#ui/head.tsx'
import { Perforation, Slip, Stamp } from '#ui/market.tsx'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import type { Route } from './+types/inquiry-done.ts'
import { inquiryDraft } from './inquiry-draft.ts'

export const meta = () => ownMeta('受付済み')

/** Everything it shows is in the number: there is no look-up, so other inquiries cannot be read here. */
export const loader = page(async (_ctx, { params }: Route.LoaderArgs) => {
  const read = parseInquiryNumber(params.number)
  if (!read) throw new NotFound('inquiry')
  return { number: read.number, sentOn: read.sentOn, answerOn: answerDay(read.sentOn) }
})

export default function InquiryDonePage({ loaderData: { number, sentOn, answerOn } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6 px-3.5 py-6 lg:py-10">
      <ForgetDraft name={inquiryDraft} shared />
      <header className="grid gap-3">
        <h1 className="text-h2 md:text-h1">
          <Head as="span">お問い合わせを受け付けました</Head>
        </h1>
        <InquirySteps now="完了" />
      </header>
      <Slip className="grid gap-4 p-5 md:p-8">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p>
            <span className="block text-sub text-ink-2">受付番号</span>
            <b className="num text-h2 md:text-h1">{number}</b>
          </p>
          <Stamp word="受付" date={`${Number(sentOn.slice(5, 7))}/${Number(sentOn.slice(8))}`} lands />
        </div>
        <Perforation />
        <p className="text-h4 font-bold">{formatDay(answerOn)}までに、メールで回答します。</p>
        <p>
          受付をお知らせするメールも送信します（同じアドレスへは1日10通まで）。届かない場合は、迷惑メールのフォルダをご確認ください。お急ぎの場合は、受付番号を添えてお電話ください。
        </p>
      </Slip>
      <p className="flex flex-wrap gap-3">
        <ButtonLink kind="pine" to="/">
          ホームへ戻る
        </ButtonLink>
        <ButtonLink kind="line" to="/restaurant/products">
          旬の食材を見る
        </ButtonLink>
      </p>
    </div>
  )
}
