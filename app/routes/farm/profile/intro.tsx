import { data, redirect } from 'react-router'
import { z } from 'zod'
import { requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { can } from '#authorization/rules.ts'
import { ownIntro, publishIntro, saveAnswers } from '#modules/products/farm-page/farm-page.server.ts'
import { introQuestions, isIntroQuestion } from '#modules/products/farm-page/intro.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { readForm } from '#web/read-form.server.ts'
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

export const action = pageAction(
  jobs({
    publish: async (ctx: Ctx) => {
      const done = await publishIntro(ctx, {})
      if (done.ok) return redirectWithFlash(addressOf('look'), '農園の紹介を公開しました。')
      const question = done.detail?.question
      return redirectWithFlash(
        addressOf(isIntroQuestion(question) ? question : 'look'),
        `${goodsRefusalText(done.refusal, done.detail)}。`,
      )
    },
    answer: job(saveAnswers, {
      read: (form) => {
        const question = form.get('question')
        if (!isIntroQuestion(question)) throw data(null, { status: 400 })
        const read = readForm(Answers, form)
        // an emptied answer is taken back
        return read.ok
          ? { ...read, value: { ...read.value, answers: { [question]: read.value.answers[question] ?? '' } } }
          : read
      },
      done: (_, { answers }) => {
        const [question] = Object.keys(answers)
        return redirect(addressOf(isIntroQuestion(question) ? after(question) : 'look'))
      },
    }),
  }),
)

const Answers = z.object({
  ...saveAnswers.declaration.input,
  answers: saveAnswers.declaration.input.answers.default({}),
})

/** Offline the page stays unchanged, with everything that was typed. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default IntroPage
