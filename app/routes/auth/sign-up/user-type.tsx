import { ChefHat, type LucideIcon, Phone, Sprout } from 'lucide-react'
import { Form, redirect, useNavigation } from 'react-router'
import { accountOf } from '#authorization/actor.ts'
import type { Side } from '#kernel/enums.ts'
import { waitSecondsOf } from '#kernel/result.ts'
import { draftCookie } from '#modules/identity/session.ts'
import { sideWord } from '#modules/organisations/org-ref.ts'
import { saveDraft, startDraft, startRefusals } from '#modules/organisations/sign-up/draft.server.ts'
import { nextStep, placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { losesBySide, withoutSide } from '#modules/organisations/sign-up/profile.ts'
import { signUpFacts } from '#modules/organisations/sign-up/sign-up-facts.server.ts'
import { Button } from '#ui/button.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { tryLater } from '#web/retry-after.ts'
import { keepCookie, readCookie } from '#web/session-cookie.server.ts'
import type { Route } from './+types/user-type.ts'
import { atStep } from './at-step.server.ts'
import { newSaver, saveRefused, saverIn } from './saver.server.ts'
import { ChangedElsewhere, SaverFields } from './saver-fields.tsx'
import { answer } from './step-answer.ts'
import { StepFrame } from './step-frame.tsx'

export const meta = () => ownMeta('登録：種類の選択')

const sideIn = (text: unknown): Side | null => (text === 'restaurant' || text === 'farm' ? text : null)

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { facts, draft } = await atStep(ctx, request, 'user-type')
  return {
    side: draft?.side ?? sideIn(new URL(request.url).searchParams.get('side')),
    expired: facts.draft === 'expired',
    saver: newSaver(draft?.version ?? 1),
  }
})

/** Begins a sign-up, or changes its kind; asks before data of the other kind is deleted. */
export const action = page(async (ctx, { request, context }: Route.ActionArgs) => {
  const { draft } = await atStep(ctx, request, 'user-type')
  const form = await formOf(request)
  const side = sideIn(form.get('side'))
  if (!side) return answer({ problem: { fields: {}, summary: 'どちらかを選択してください。', typed: {} } }, 422)
  const token = readCookie(request, draftCookie)
  if (!draft || token === null) {
    const started = await startDraft(ctx, { side }, context.get(requestFacts))
    if (!started.ok)
      return answer(
        { problem: { fields: {}, summary: startRefusals.text(), typed: {} } },
        tryLater(waitSecondsOf(started)),
      )
    const cookie = keepCookie(draftCookie, started.value.token)
    return redirect(placeAddress[accountOf(ctx.actor) ? 'additionalReg' : 'signup'], {
      headers: { 'set-cookie': cookie },
    })
  }
  if (losesBySide(draft.profile, draft.side, side) && form.get('sure') !== 'yes')
    return answer({ asks: { to: side, from: draft.side } })
  const profile = draft.side && draft.side !== side ? withoutSide(draft.profile, draft.side) : draft.profile
  const saved = await saveDraft(ctx, { ...saverIn(form), side, profile }, token)
  if (!saved.ok) return saveRefused(saved.refusal, {})
  const { facts } = await signUpFacts(ctx, token)
  return redirect(placeAddress[nextStep(facts) === 'signup' ? 'signup' : 'additionalReg'])
})

export default function UserTypePage({ loaderData: { side, expired, saver }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const asks = actionData?.asks
  const problem = actionData?.problem
  const conflict = actionData?.conflict ?? false
  return (
    <StepFrame step="user-type" title={<Head as="span">登録する方を選択してください</Head>}>
      {expired && <Notice tone="akane">有効時間を過ぎました。最初から入力してください。</Notice>}
      {conflict && problem && <ChangedElsewhere sentence={problem.summary} to={placeAddress['user-type']} />}
      {!conflict && problem && <Notice tone="akane">{problem.summary}</Notice>}
      {asks ? (
        <Form method="post" className="grid grid-cols-1 gap-4">
          <SaverFields saver={saver} typed={undefined} />
          <Notice tone="tag">
            {sideWord[asks.to]}に変更すると、{asks.from ? sideWord[asks.from] : '変更前の種類'}
            のみの欄に入力した内容は削除されます。名前や住所は残ります。
          </Notice>
          <input type="hidden" name="sure" value="yes" />
          <div className="flex flex-wrap gap-3">
            <Button name="side" value={asks.to} size="lg" busy={busy}>
              {sideWord[asks.to]}に変更する
            </Button>
            <Button name="side" value={asks.from ?? asks.to} kind="line" size="lg">
              変更せずに続ける
            </Button>
          </div>
        </Form>
      ) : (
        <Form method="post" className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <SaverFields saver={saver} typed={undefined} />
          <Kind
            Icon={ChefHat}
            side="restaurant"
            chosen={side === 'restaurant'}
            what="レストラン、居酒屋、宿の厨房など。畑から仕入れる方。"
          />
          <Kind
            Icon={Sprout}
            side="farm"
            chosen={side === 'farm'}
            what="農家、漁師、加工業者など。飲食店に販売する方。"
          />
        </Form>
      )}
      <p className="flex items-start gap-2 border-t border-kraft-line pt-4">
        <Phone aria-hidden="true" className="mt-1 shrink-0 text-pine" />
        <span>
          画面での入力が難しい生産者の方は、
          <Link to="/restaurant/Inquiry?kind=signup" className="prose-link font-bold">
            電話で登録を依頼する
          </Link>
          こともできます。担当者からお電話します。
        </span>
      </p>
      <p className="text-sub">
        登録済みの方は
        <Link to="/auth/signIn" className="prose-link font-bold">
          サインイン
        </Link>
        へ。所要時間は15分ほどです。中断しても、入力内容は24時間この端末に保存されます。
      </p>
    </StepFrame>
  )
}

type KindProps = { Icon: LucideIcon; side: Side; chosen: boolean; what: string }

/** A carton as a button: the whole of it is the target. */
const Kind = ({ Icon, side, chosen, what }: KindProps) => (
  <button
    type="submit"
    name="side"
    value={side}
    data-category={side === 'restaurant' ? 'fruitveg' : 'leaf'}
    className={`card grid cursor-pointer grid-cols-1 content-start text-start text-ink shadow-2 hover:border-pine ${chosen ? 'outline-3 outline-offset-2 outline-pine' : ''}`}
  >
    <span className="carton-lines block" aria-hidden="true" />
    <span className="flex flex-wrap items-center gap-4 p-4 sm:p-5">
      <span className="grid size-16 shrink-0 place-items-center rounded-carton border border-kraft-line bg-kraft-tint text-kraft-ink">
        <Icon aria-hidden="true" size={38} strokeWidth={1.75} />
      </span>
      <span className="grid min-w-0 grow basis-36 gap-1">
        <span className="text-h3 font-bold">
          {sideWord[side]}
          {chosen && (
            <span className="badge ms-2 align-middle" data-tone="pine">
              選択中
            </span>
          )}
        </span>
        <span className="text-sub text-ink-2">{what}</span>
      </span>
    </span>
  </button>
)
