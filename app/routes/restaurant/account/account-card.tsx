import { Form, redirect, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { CardsUnavailable } from '#kernel/cards.ts'
import { cardRefusalText } from '#modules/payments/card/refusal-text.ts'
import {
  comeBackWithCard,
  removeCard,
  type ShownCard,
  savedCard,
  startSavingCard,
} from '#modules/payments/card/save-card.server.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, shownAgain } from '#web/form.ts'
import { job, runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { PageBar } from '../layout/page-bar.tsx'
import type { Route } from './+types/account-card.ts'

export const meta = () => ownMeta('お支払い用のカード')
export const handle = { shell: { top: 'own', cartBar: false } }
const here = '/restaurant/Account/card'

/** Also where the provider's page leads back to, with its session. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const session = new URL(request.url).searchParams.get('session')
  if (!session) return savedCard(ctx)
  try {
    await comeBackWithCard(ctx, session)
  } catch (error) {
    if (!(error instanceof CardsUnavailable)) throw error
    throw redirectWithFlash(here, 'カード会社から応答がありません。数分後に、この画面を開き直してください。')
  }
  const { card } = await savedCard(ctx)
  throw redirectWithFlash(here, card ? 'カードを登録しました。' : 'カードは登録されませんでした。')
})

export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob(
    {
      save: toSave,
      remove: job(removeCard, { done: () => redirectWithFlash(here, 'カードを削除しました。') }),
    },
    ctx,
    await formOf(args.request),
    args,
  ),
)

async function toSave(ctx: Ctx, form: FormData, { context }: Route.ActionArgs) {
  const started = await startSavingCard(ctx, {}, context.get(requestFacts).secureOrigin)
  return started.ok
    ? redirect(started.value.url)
    : invalid({ fields: {}, summary: cardRefusalText(started.refusal), typed: shownAgain(form) })
}

/** The saved card: what is shown of it, and how it is replaced or removed. */
export default function AccountCardPage({ loaderData: { offered, card }, actionData }: Route.ComponentProps) {
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <PageBar back="/restaurant/Account#billing" backLabel="飲食店の情報へ戻る" narrow>
        <h1 className="text-h4 font-bold lg:text-h2">お支払い用のカード</h1>
      </PageBar>
      <div className="mx-auto grid w-full max-w-[40rem] grid-cols-1 gap-4 px-3.5 pt-4 pb-8">
        {problem && <Notice tone="akane">{problem.summary}</Notice>}
        {!offered && <Notice tone="tag">現在、クレジットカードはご利用いただけません。</Notice>}
        <section className="card grid gap-4 p-4" aria-label="登録済みのカード">
          {card ? <CardFacts card={card} /> : <p>カードは登録されていません。</p>}
          {offered && (
            <Form method="post" className="flex flex-wrap gap-3">
              <Button name="intent" value="save" busy={busy}>
                {card ? '別のカードに変更する' : 'カードを登録する'}
              </Button>
              {card && (
                <Button name="intent" value="remove" kind="line" busy={busy}>
                  カードを削除する
                </Button>
              )}
            </Form>
          )}
          <p className="text-sub text-ink-2">
            カード番号は、決済会社（Stripe）の画面で入力します。畝と皿はカード番号を保存しません。
          </p>
          <p className="text-sub text-ink-2">
            注文時に、見込み金額の115%の利用枠を確保します。金額の確定後に、確定した金額のみを決済します。
          </p>
        </section>
      </div>
    </>
  )
}

const CardFacts = ({ card: { brand, lastFour, expiresOn } }: { card: ShownCard }) => (
  <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
    <dt>ブランド</dt>
    <dd className="font-bold uppercase">{brand}</dd>
    <dt>カード番号</dt>
    <dd className="num">下4桁 {lastFour}</dd>
    <dt>有効期限</dt>
    <dd className="num">
      {expiresOn.slice(0, 4)}年{Number(expiresOn.slice(5, 7))}月
    </dd>
  </dl>
)
