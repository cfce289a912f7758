import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { Form, redirect, useNavigation } from 'react-router'
import { requireBuyer } from '#authorization/authorize.ts'
import { formatDay } from '#kernel/format.ts'
import { reviewsOfOrder } from '#modules/reviews/own-reviews.server.ts'
import { longest, parseStars, quickVoices, starCounts, starWords } from '#modules/reviews/review.ts'
import { writeReview } from '#modules/reviews/write-review.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { writeInto } from '#ui/fields/write-into.ts'
import { DraftOffer, useDraft } from '#ui/form-draft.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { RatingInput } from '#ui/rating.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, onlyJob } from '#web/jobs.server.ts'
import { orderIdIn } from '#web/order-id.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import { reviewIn } from '#web/review-form.server.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/review.ts'

export const meta = () => ownMeta('評価を書く')
export const handle = { shell: { top: 'own', tabs: false, cartBar: false } }

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  requireBuyer(ctx.actor)
  const reviews = await reviewsOfOrder(ctx, orderIdIn({ id: params.orderId }))
  // nothing left to write: the order shows the review
  if (!reviews.open) throw redirect(`/restaurant/orders/${reviews.orderId}`)
  return { reviews, formKey: crypto.randomUUID() as string }
})

export const action = pageAction(
  onlyJob(
    job(writeReview, {
      fields: ({ params }: Route.ActionArgs, ctx) => {
        requireBuyer(ctx.actor)
        return { orderId: params.orderId }
      },
      read: reviewIn,
      at: ({ refusal }) => (refusal === 'too_long' || refusal === 'word_stopped' ? 'words' : undefined),
      done: ({ shownFrom }, _, { now }) => {
        const isShown = new Date(shownFrom) <= now
        return redirectWithFlash(
          `/restaurant/reviews?tab=${isShown ? 'shown' : 'waiting'}`,
          isShown ? '双方の評価がそろったため、公開しました。' : '評価を受け付けました。公開されるまで修正できます。',
        )
      },
    }),
  ),
)

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(serverAction)

/** Adds a phrase to the comment, once. */
function add(form: HTMLFormElement | null, phrase: string): void {
  const words = form?.elements.namedItem('words')
  if (words instanceof HTMLTextAreaElement && !words.value.includes(phrase)) writeInto(words, `${words.value}${phrase}`)
}

/** Stars for the farm, and words if one likes; below them for single goods. */
export default function ReviewScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { reviews, formKey } = loaderData
  const { own, goods, until, other, number, orderId, deliveryOn } = reviews
  const problem = actionData?.problem
  const typed = problem?.typed
  const isBusy = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const draft = useDraft(`review-${orderId}`, form)
  return (
    <>
      <PageBar back={`/restaurant/orders/${orderId}`} backLabel="伝票へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">{other}の評価</h1>
      </PageBar>
      <Form ref={form} method="post" className="mx-auto grid w-full max-w-[42rem] grid-cols-1 gap-5 px-3.5 pt-4 pb-8">
        <DraftOffer draft={draft} />
        {problem && <RefusalNotice problem={problem} />}
        <p className="text-sub text-ink-2">
          {formatDay(deliveryOn)}着・伝票 <span className="num">{number}</span>
          {until && (
            <>
              ・<span className="whitespace-nowrap">{formatDay(until)}まで投稿できます</span>
            </>
          )}
        </p>
        <input type="hidden" name="key" value={formKey} />
        <div className="grid gap-2">
          <RatingInput
            legend="この注文の評価"
            name="stars"
            required
            defaultValue={parseStars(typed?.stars) ?? own?.stars ?? undefined}
          />
          {problem?.fields.stars && <FieldError id="stars-error">{problem.fields.stars}</FieldError>}
        </div>
        <TextArea
          label="コメント"
          help="味・品質のそろい・梱包・使った料理など。店名とともに、誰でも閲覧できます。"
          name="words"
          rows={4}
          limit={longest.words}
          need="optional"
          defaultValue={typed?.words ?? own?.words}
          error={problem?.fields.words}
        />
        <p className="flex flex-wrap gap-2 [@media(scripting:none)]:hidden">
          {quickVoices.map((phrase) => (
            <button key={phrase} type="button" className="chip text-start" onClick={() => add(form.current, phrase)}>
              <Plus aria-hidden="true" />
              {phrase}
            </button>
          ))}
        </p>
        {goods.length > 0 && (
          <fieldset className="grid grid-cols-1 gap-3">
            <legend className="pb-2 font-bold">
              商品ごとのコメント
              <span className="ms-2 text-sub font-normal text-ink-2">任意の商品のみ。商品のページに掲載されます。</span>
            </legend>
            {goods.map(({ productId, name, packLabel, picture }) => {
              const voice = own?.voices.find((it) => it.productId === productId)
              return (
                <div key={productId} className="card grid grid-cols-1 gap-3 p-4">
                  <p className="flex items-center gap-3">
                    <ProductPicture name={picture} alt="" sizes="56px" className="max-w-14 shrink-0 rounded-control" />
                    <span className="min-w-0">
                      <b className="block">{name}</b>
                      <span className="text-sub text-ink-2">{packLabel}</span>
                    </span>
                  </p>
                  <SelectField
                    label={`${name}の星`}
                    name={`voice.${productId}.stars`}
                    defaultValue={typed?.[`voice.${productId}.stars`] ?? voice?.stars ?? ''}
                  >
                    <option value="">指定しない</option>
                    {starCounts.toReversed().map((stars) => (
                      <option key={stars} value={stars}>
                        {'★'.repeat(stars)} {starWords[stars]}
                      </option>
                    ))}
                  </SelectField>
                  <TextArea
                    label={`${name}へのコメント`}
                    name={`voice.${productId}.words`}
                    rows={2}
                    limit={longest.voice}
                    defaultValue={typed?.[`voice.${productId}.words`] ?? voice?.words}
                  />
                </div>
              )
            })}
          </fieldset>
        )}
        <p className="text-sub text-ink-2">
          農園も投稿すると、双方の評価が同時に公開されます。農園の投稿がない場合は、期日後に公開されます。それまでは修正できます。
        </p>
        <Button size="lg" busy={isBusy}>
          {own ? '修正する' : '評価を送信'}
        </Button>
      </Form>
    </>
  )
}
