import { useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { formatMoment } from '#kernel/format.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { introQuestions, isIntroQuestion, mostIntroLetters, storyOf } from '#modules/products/farm-page/intro.ts'
import { FarmStory } from '#modules/products/ui/farm-story.tsx'
import { PhotoList } from '#modules/products/ui/photo-list.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { useFormCheck } from '#ui/fields/use-form-check.ts'
import { DraftOffer, useDraft } from '#ui/form-draft.tsx'
import { FormSummary } from '#ui/form-summary.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import type { Problem } from '#web/form.ts'
import { RefusalNotice } from '#web/refusal-notice.tsx'
import type { Route } from './+types/intro.ts'
import { addressOf, type View, views } from './intro-views.ts'

/** The farm's introduction: five questions become its story. */
export default function IntroPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { view, intro, mayChange } = loaderData
  const { facts } = matches[1].loaderData
  const problem: Problem | undefined = actionData && 'problem' in actionData ? actionData.problem : undefined
  return (
    <>
      <FieldHeader facts={facts} back={{ to: '/farmer/menu', word: 'メニュー' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">農園の紹介</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 items-start gap-5 p-4 pb-24 lg:max-w-[90rem] lg:grid-cols-2 lg:px-8">
        <nav aria-label="質問" className="flex lg:col-span-full flex-wrap gap-2">
          {views.map((it, index) => (
            <Link
              key={it}
              to={addressOf(it)}
              aria-current={it === view ? 'step' : undefined}
              className="inline-flex min-h-(--target) items-center gap-1 rounded-full border-2 border-line-strong px-4 aria-[current]:border-pine aria-[current]:bg-pine-tint aria-[current]:font-bold"
            >
              {wordOf(it)}
              {index < introQuestions.length && intro.answers[introQuestions[index]?.name ?? 'word']?.trim() && (
                <>
                  <span aria-hidden="true">✓</span>
                  <span className="visually-hidden">（回答済み）</span>
                </>
              )}
            </Link>
          ))}
        </nav>
        {problem && Object.keys(problem.fields).length === 0 && <RefusalNotice problem={problem} />}
        {view === 'photos' && mayChange && (
          <div className="grid grid-cols-1 gap-5">
            <PhotoList of="farm" back={addressOf('photos')} photos={intro.photos} captions />
            <p>
              <ButtonLink to={addressOf('look')} size="lg">
                次へ：プレビュー
              </ButtonLink>
            </p>
          </div>
        )}
        {isIntroQuestion(view) && mayChange && (
          <div>
            <Question key={view} view={view} loaderData={loaderData} problem={problem} />
          </div>
        )}
        {/* on a PC what the chef reads stands beside the question */}
        <div className={`grid grid-cols-1 gap-5 ${view === 'look' || !mayChange ? '' : 'max-lg:hidden'}`}>
          <Look loaderData={loaderData} farm={facts.farm} />
        </div>
      </div>
    </>
  )
}

const wordOf = (view: View): string => {
  if (view === 'photos') return '写真'
  return view === 'look' ? 'プレビュー' : (introQuestions.find(({ name }) => name === view)?.word ?? '')
}

type Loaded = Route.ComponentProps['loaderData']
type QuestionProps = { view: View; loaderData: Loaded; problem: Problem | undefined }

function Question({ view, loaderData: { intro }, problem }: QuestionProps) {
  const form = useRef<HTMLFormElement>(null)
  const check = useFormCheck(problem, () => 'intro-answer')
  const kept = useDraft(`intro-${view}`, form)
  const busy = useNavigation().formMethod === 'POST'
  const question = introQuestions.find(({ name }) => name === view)
  if (!question) return null
  const { name, ask, example } = question
  return (
    <>
      <DraftOffer draft={kept} />
      <Form ref={form} method="post" noValidate className="grid grid-cols-1 gap-5" onSubmit={check.onSubmit}>
        <FormSummary problems={check.problems} refusal={check.refusal} />
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="question" value={name} />
        <input type="hidden" name="version" value={intro.version} />
        <TextArea
          id="intro-answer"
          name={`answers.${name}`}
          label={ask}
          need="optional"
          help="話し言葉でかまいません。キーボードのマイクで、音声入力もできます"
          limit={mostIntroLetters}
          rows={6}
          defaultValue={problem?.typed[`answers.${name}`] ?? intro.answers[name] ?? ''}
          error={problem?.fields[`answers.${name}`]}
        />
        <p className="card p-4 text-ink-2">
          <b className="block text-sub">他の農園の例</b>
          {example}
        </p>
        <Button size="lg" busy={busy}>
          次へ
        </Button>
      </Form>
    </>
  )
}

type LookProps = { loaderData: Loaded; farm: { name: string; crest: string; place: string; picture: string } }

function Look({ loaderData: { intro, mayChange }, farm }: LookProps) {
  const story = storyOf(intro.answers)
  return (
    <>
      <p className="text-sub font-bold text-ink-2">料理人にはこのように表示されます</p>
      <FarmStory
        farm={{ ...farm, picture: intro.photos[0]?.name ?? farm.picture }}
        story={story || intro.story}
        photos={intro.photos}
      />
      {intro.publishedAt && <p className="text-sub text-ink-2">{formatMoment(intro.publishedAt)} に公開しました</p>}
      {mayChange && (
        <Form method="post">
          <Button size="lg" name="intent" value="publish">
            公開する
          </Button>
        </Form>
      )}
    </>
  )
}
