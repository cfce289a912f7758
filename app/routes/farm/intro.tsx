import { data, redirect } from 'react-router'
import { requireFarm } from '#authorization/authorize.ts'
import { can } from '#authorization/rules.ts'
import { lengthOf } from '#kernel/text.ts'
import { ownIntro, publishIntro, saveAnswer } from '#modules/products/farm-page/farm-page.server.ts'
import { introQuestions, isIntroQuestion, mostIntroLetters } from '#modules/products/farm-page/intro.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, type Problem, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/intro.ts'
import IntroPage from './intro-screen.tsx'
import { addressOf, type View, views } from './intro-views.ts'

export const meta = () => ownMeta('農園の紹介')

/** One view for each question, one for the photos, one for the preview as chefs see it. */

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  const asked = new URL(request.url).searchParams.get('q')
  const intro = await ownIntro(ctx)
  const unanswered = introQuestions.find(({ name }) => !intro.answers[name]?.trim())
  const view: View = views.find((known) => known === asked) ?? unanswered?.name ?? 'look'
  return { view, intro, farmId, mayChange: can(ctx.actor, 'farm.describe', { farmId }) }
})

const after = (view: View): View => views[views.indexOf(view) + 1] ?? 'look'

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = typedIn(form)
  if (sent.intent === 'publish') {
    const done = await publishIntro(ctx)
    if (done.ok) return redirectWithFlash(addressOf('look'), '農園の紹介を公開しました。')
    return done.refusal === 'fields'
      ? redirectWithFlash(addressOf(done.question), `${done.sentence}。`)
      : redirectWithFlash(addressOf('look'), goodsRefusalText(done.refusal))
  }
  const question = sent.question
  if (!isIntroQuestion(question)) throw data(null, { status: 400 })
  const text = (sent.answer ?? '').trim()
  const no = (sentence: string, status: number) => {
    const problem: Problem = { fields: {}, summary: sentence, typed: sent }
    if (status === 422) problem.fields.answer = sentence
    return data({ problem }, { status })
  }
  if (lengthOf(text) > mostIntroLetters)
    return no(`${lengthOf(text) - mostIntroLetters}文字多いです。${mostIntroLetters}文字までにしてください`, 422)
  const saved = await saveAnswer(ctx, { question, text, version: Number(sent.version) || 0 })
  if (!saved.ok) return no(goodsRefusalText(saved.refusal), 409)
  return redirect(addressOf(after(question)))
})

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default IntroPage
