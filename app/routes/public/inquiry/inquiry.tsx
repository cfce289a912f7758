import { data, redirect, useLocation, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { inquiryKinds } from '#kernel/enums.ts'
import { NotFound, Unauthenticated } from '#kernel/errors.ts'
import { parseId } from '#kernel/ids.ts'
import type { Phone } from '#kernel/phone.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { waitAfter } from '#modules/identity/throttle.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { draftPhotos, keepPhoto } from '#modules/photos/keep-photo.server.ts'
import { photoRefusalText } from '#modules/photos/photo.ts'
import { productDetail } from '#modules/products/catalog/product-page.server.ts'
import { mostPhotos } from '#modules/support/inquiry.ts'
import { inquiryWriter, myInquiries, ordersToAskAbout } from '#modules/support/inquiry-queries.server.ts'
import { messagingRefusalText } from '#modules/support/refusal-text.ts'
import { sendInquiry } from '#modules/support/send-inquiry.server.ts'
import { InquiryCheck } from '#modules/support/ui/inquiry-check.tsx'
import { fieldId } from '#modules/support/ui/inquiry-fields.tsx'
import type { ShownPhoto } from '#modules/support/ui/inquiry-photos.tsx'
import { InquirySteps } from '#modules/support/ui/inquiry-steps.tsx'
import { OwnInquiries } from '#modules/support/ui/own-inquiries.tsx'
import { Button } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { fieldsToMend, formOf, staleForm, storable, typedIn } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { publicMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import type { Route } from './+types/inquiry.ts'
import { filesIn, looksLikeMachine, photosIn, readInquiry } from './inquiry-form.server.ts'
import { InquiryFrame } from './inquiry-frame.tsx'
import { InquiryQuestion } from './inquiry-question.tsx'

export const meta: Route.MetaFunction = ({ matches }) =>
  publicMeta(matches, {
    title: 'お問い合わせ',
    description: '注文・商品・支払い・登録・不具合のお問い合わせ。1営業日以内に回答します。',
    path: '/restaurant/Inquiry',
  })

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const asked = new URL(request.url).searchParams
  return {
    kind: inquiryKinds.find((known) => known === asked.get('kind')) ?? (asked.has('product') ? 'product' : undefined),
    order: parseId<'order'>(asked.get('order')) ?? undefined,
    wanted: wantedText(asked.get('wanted')),
    writer: await inquiryWriter(ctx),
    orders: await ordersToAskAbout(ctx),
    product: await productAsked(ctx, asked.get('product')),
    mine: ctx.actor.kind === 'visitor' ? [] : await myInquiries(ctx),
    key: crypto.randomUUID() as string,
    openedAt: ctx.now.getTime(),
  }
})

/** A search found nothing: the facts that farms need to answer, to be filled in. */
function wantedText(words: string | null): string {
  const wanted = [...storable(words ?? '').trim()].slice(0, 100).join('')
  if (wanted === '') return ''
  return `「${wanted}」を探しています。出荷できる農園があるか、ご確認ください。\n\n希望数量：\n希望日：\n大きさ・品質など：\n`
}

/** A product that is gone does not prevent the inquiry. */
async function productAsked(ctx: Ctx, text: string | null) {
  const id = parseId<'product'>(text)
  if (!id) return null
  try {
    const { name, farmPanel } = await productDetail(ctx, id, null)
    return { id, name, farm: farmPanel.name }
  } catch (error) {
    if (error instanceof NotFound) return null
    throw error
  }
}

type Shown = {
  step: 'form' | 'check'
  typed: Record<string, string>
  photos: ShownPhoto[]
  problem?: { fields: Record<string, string>; summary: string }
  /** As they are stored, for the step 確認. */
  read?: { email: string; phone: Phone | null }
}

/** 入力 → 確認 → 完了 in one address: typed text is sent along in the form, photos as drafts under its key. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const { files, ip } = context.get(requestFacts)
  const form = await formOf(request)
  const typed = typedIn(form)
  const read = readInquiry(form)
  if (!read.ok && read.problem.fields.key) return data(await shown(ctx, typed, { summary: staleForm }), { status: 422 })

  const photoProblem = await keepFiles(ctx, { files, ip }, form, typed)
  if (form.has('edit')) return data(await shown(ctx, typed, {}))
  const fields = { ...(!read.ok && read.problem.fields), ...(photoProblem && { photos: photoProblem }) }
  if (Object.keys(fields).length > 0 || !read.ok)
    return data(await shown(ctx, typed, { fields, summary: fieldsToMend }), { status: 422 })
  const { key, ...inquiry } = read.value
  if (typed.step !== 'send') return data(await shown(ctx, typed, { read: inquiry }))

  if (ctx.actor.kind === 'visitor' && looksLikeMachine(typed, ctx.now))
    return data(await shown(ctx, { ...typed, website: '' }, { read: inquiry, summary: machineText }), { status: 409 })
  const sent = await sendInquiry(ctx, { ...inquiry, photos: photosIn(typed) }, { key, ip }).catch((error: unknown) => {
    if ((inquiry.orderId || inquiry.productId) && isOutOfSight(error)) return null
    throw error
  })
  if (!sent) {
    const { order, product, ...rest } = typed
    return data(await shown(ctx, rest, { read: inquiry, summary: outOfSightText }), { status: 409 })
  }
  if (!sent.ok)
    return data(
      await shown(ctx, typed, { read: inquiry, summary: messagingRefusalText(sent.refusal) }),
      sent.refusal === 'too_many_inquiries' ? tryLater(waitSecondsOf(sent)) : { status: 409 },
    )
  return redirect(`/restaurant/Inquiry/done/${sent.value.number}`)
})

const machineText = 'まだ送信していません。内容を確認して、もう一度「この内容で送信する」を押してください。'

/** The order or the product is gone, or the session that could see it has ended; the inquiry itself can be sent. */
const isOutOfSight = (error: unknown) => error instanceof NotFound || error instanceof Unauthenticated
const outOfSightText = '選択した注文・商品を確認できなかったため、選択を解除しました。このまま送信できます。'

/** Pictures from one network address: decoding is the most expensive operation that an anonymous visitor can cause. */
const photoLimit = { most: 40, withinMs: 15 * 60_000 }
const tooManyPhotos =
  '短時間に多くの写真が送信されたため、現在は受け付けられません。15分ほど待ってから、選択し直してください。'

/** Stores the uploaded files as drafts, and ticks them in the form data; a sentence if one is refused. */
async function keepFiles(
  ctx: Ctx,
  { files, ip }: { files: FileStore; ip: string | null },
  form: FormData,
  typed: Record<string, string>,
) {
  const chosen = filesIn(form)
  const room = mostPhotos - photosIn(typed).length
  for (const file of chosen.slice(0, room)) {
    if ((await waitAfter(ctx, 'photo-ip', ip, photoLimit)) > 0) return tooManyPhotos
    const bytes = new Uint8Array(await file.arrayBuffer())
    const kept = await keepPhoto(ctx, { bytes, formKey: typed.key ?? '' }, files)
    if (!kept.ok) return photoRefusalText[kept.refusal]
    typed[`photo.${kept.value.key}`] = 'on'
  }
  return chosen.length > room ? `写真は${mostPhotos}枚までです。先頭の${mostPhotos}枚を受け付けました。` : null
}

/** The data of the page; drafts that are gone are not sent again. */
async function shown(
  ctx: Ctx,
  typed: Record<string, string>,
  more: { fields?: Record<string, string>; summary?: string; read?: Shown['read'] },
): Promise<Shown> {
  const photos = await draftPhotos(ctx, typed.key ?? '', photosIn(typed))
  const { fields = {}, summary, read } = more
  return {
    step: read ? 'check' : 'form',
    typed: Object.fromEntries(
      Object.entries(typed).filter(
        ([name]) => !name.startsWith('photo.') || photos.some(({ key }) => name === `photo.${key}`),
      ),
    ),
    photos: photos.map(({ key, width, height }) => ({ key, width, height })),
    ...(summary && { problem: { fields, summary } }),
    ...(read && { read: { email: read.email, phone: read.phone } }),
  }
}

export default function InquiryPage({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const read = actionData?.read
  const formKey = actionData?.typed.key ?? loaderData.key
  const about = {
    typed: actionData?.typed ?? { kind: loaderData.kind ?? '', order: loaderData.order ?? '', body: loaderData.wanted },
    formKey,
    orders: loaderData.orders,
    product: loaderData.product,
    photos: actionData?.photos ?? [],
  }
  const frame = {
    formKey,
    openedAt: actionData?.typed.opened ?? loaderData.openedAt,
    website: actionData?.typed.website,
  }

  return (
    <div className="mx-auto grid w-full max-w-3xl grid-cols-1 gap-6 px-3.5 py-6 lg:py-10">
      <header className="grid gap-3">
        <h1 className="text-h2 md:text-h1">
          <Head as="span">お問い合わせ</Head>
        </h1>
        <p>
          {read
            ? '内容に問題がなければ、下の「この内容で送信する」を押してください。'
            : '1営業日以内にメールで回答します。土日と祝日は休業です。'}
        </p>
        <InquirySteps now={read ? '確認' : '入力'} />
      </header>
      {read ? (
        <InquiryFrame {...frame}>
          {actionData.problem && <Notice tone="akane">{actionData.problem.summary}</Notice>}
          <Unseen typed={about.typed} />
          <InquiryCheck
            {...about}
            email={read.email}
            phone={read.phone}
            change={(field, what) => <Change field={field} what={what} />}
          />
          <Button kind="pine" size="lg" name="step" value="send" busy={busy} className="w-full md:w-80">
            この内容で送信する
          </Button>
        </InquiryFrame>
      ) : (
        <InquiryQuestion {...about} {...frame} writer={loaderData.writer} answer={actionData} busy={busy} />
      )}
      {!read && loaderData.mine.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <h2 className="text-h3">
            <Head as="span">これまでのお問い合わせ</Head>
          </h2>
          <OwnInquiries inquiries={loaderData.mine} />
        </section>
      )}
    </div>
  )
}

/** Back to the step 入力, to this field. */
function Change({ field, what }: { field: string; what: string }) {
  const { pathname, search } = useLocation()
  return (
    <Button
      kind="text"
      name="edit"
      value={field}
      formAction={`${pathname}${search}#${fieldId(field)}`}
      aria-label={`${what}を変更`}
    >
      変更
    </Button>
  )
}

/** The fields of the inquiry, as hidden fields of the next step. */
const Unseen = ({ typed }: { typed: Record<string, string> }) =>
  Object.entries(typed)
    .filter(([name]) => !['key', 'opened', 'website', 'step', 'edit'].includes(name))
    .map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
