import { Form, useNavigation } from 'react-router'
import { z } from 'zod'
import type { Ctx } from '#authorization/ctx.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { readDay } from '#kernel/typed-day.ts'
import { pageForStaff } from '#modules/content/page-desk.server.ts'
import { type DiffRow, differenceOf } from '#modules/content/page-difference.server.ts'
import type { PageDraft } from '#modules/content/page-draft.ts'
import type { PageSlug } from '#modules/content/pages.ts'
import { fillPlaceholders, placeholderWords, unknownPlaceholders } from '#modules/content/placeholders.ts'
import { publishPage } from '#modules/content/publish-page.server.ts'
import { contentRefusalText, type PublishPageRefusal } from '#modules/content/refusal-text.ts'
import { renderPage } from '#modules/content/render-page.server.ts'
import { PageDifference } from '#modules/content/ui/page-difference.tsx'
import { ProseText } from '#modules/content/ui/prose-text.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Button } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formKey, formOf, invalid, parseForm, refused, typedIn, words } from '#web/form.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { requestFacts } from '#web/request-context.ts'
import type { Route } from './+types/page-new.ts'
import { slugIn } from './page-slug.ts'
import { requireStaff } from './require-staff.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.newest.title ?? 'ページ'}の新しい版（管理）｜畝と皿` },
]

export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const { slug, newest, inForce, today } = await pageForStaff(ctx, slugIn(params))
  const { operator } = context.get(requestFacts)
  return {
    slug,
    newest: { number: newest.number, title: newest.title, body: newest.body, effectiveOn: newest.effectiveOn },
    inForce: inForce?.number,
    earliest: laterOf(newest.effectiveOn, today),
    placeholders: placeholderWords(operator),
    key: crypto.randomUUID(),
  }
})

/** Days compare as text. */
const laterOf = (...days: JstDate[]) => days.toSorted().at(-1)

/**
 * Also after a refusal: after a concurrent change the form continues from the version that a colleague has published.
 */
export const shouldRevalidate = revalidateOvertaken

/** In characters; server/app.ts lets a form of this page be as large. */
const longest = 100_000
const Draft = z.object({
  key: formKey(),
  seen: z.coerce.number().int().positive(),
  title: words(100).min(1, '表題を書いてください。'),
  body: words(longest, '本文は10万文字までです。短くするか、2つのページに分けてください。').min(
    1,
    '本文を書いてください。',
  ),
  changeNote: words(500).min(1, '変更点を書いてください。会員が最初に読むところです。'),
  material: z.literal('yes').optional(),
  effectiveOn: z.string().transform((typed, issue): JstDate => {
    const read = readDay(typed)
    if (read.ok) return read.value
    issue.addIssue({ code: 'custom', message: '効力の日を選んでください。' })
    return z.NEVER
  }),
})

const fieldOf: Partial<Record<PublishPageRefusal, string>> = {
  unknown_placeholder: 'body',
  nothing_new: 'body',
  day_past: 'effectiveOn',
  day_before_newest: 'effectiveOn',
}

export const action = pageAction(async (ctx, { request, params, context }: Route.ActionArgs) => {
  requireStaff(ctx)
  const slug = slugIn(params)
  const form = await formOf(request)
  const { operator } = context.get(requestFacts)
  if (form.get('do') === 'preview')
    return { preview: await previewOf(ctx, slug, String(form.get('body') ?? ''), operator), typed: typedIn(form) }
  const read = parseForm(Draft, form)
  if (!read.ok) return invalid(read.problem)
  const { key, seen, title, body, changeNote, material, effectiveOn } = read.value
  const draft: PageDraft = { title, body, changeNote, material: material === 'yes', effectiveOn }
  const result = await publishPage(ctx, { slug, key, seen, draft })
  if (result.ok)
    return redirectWithFlash(`/admin/pages/${slug}?version=${result.value.number}`, '新しい版を公開しました。')
  const names = result.detail?.names
  const which = Array.isArray(names) ? `（${names.map((name) => `{{${name}}}`).join('、')}）` : ''
  return refused(contentRefusalText(result.refusal) + which, form, fieldOf[result.refusal])
})

/** The preview, and the differences to the version in force; and, if one is planned, to the newest. */
async function previewOf(ctx: Ctx, slug: PageSlug, text: string, operator: Operator) {
  const body = text.trim()
  const { inForce, newest } = await pageForStaff(ctx, slug)
  const against = [inForce, newest.number === inForce?.number ? null : newest].filter((version) => version !== null)
  return {
    html: renderPage(fillPlaceholders(body, operator)).html,
    unknown: unknownPlaceholders(body),
    differences: against.map(({ number, body: before }) => ({ number, rows: differenceOf(before, body) })),
  }
}

export default function NewPageVersionPage({ loaderData, actionData }: Route.ComponentProps) {
  const { slug, newest, inForce, earliest, placeholders, key } = loaderData
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const typed = problem?.typed ?? shown?.typed ?? { title: newest.title, body: newest.body }
  const errors = problem?.fields ?? {}
  const pressed = useNavigation().formData?.get('do')
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to={`/admin/pages/${slug}`} className="prose-link inline-flex min-h-11 items-center">
          {newest.title}の版
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <h1 className="text-h2">
          <Head as="span">新しい版を書く</Head>
        </h1>
        <p className="text-ink-2">
          {newest.title}・第{newest.number + 1}版
        </p>
      </div>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {newest.number !== inForce && (
        <Notice tone="tag">これからの第{newest.number}版があります。その本文から書きはじめています。</Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-4 2xl:grid-cols-2">
        <Form method="post" className="card grid grid-cols-1 gap-5 p-5 [--target-lg:2.75rem]">
          <input type="hidden" name="key" value={key} />
          <input type="hidden" name="seen" value={newest.number} />
          <TextField label="表題" name="title" need="required" defaultValue={typed.title} error={errors.title} />
          <TextArea
            label="本文"
            name="body"
            need="required"
            rows={24}
            defaultValue={typed.body}
            error={errors.body}
            help="Markdown で書きます。章は「## 名前 {#id}」です。10万文字まで"
          />
          <details>
            <summary className="inline-flex min-h-11 items-center font-bold">{'{{…}}'}で書ける言葉</summary>
            <dl className="grid grid-cols-1 gap-2 text-sub">
              {placeholders.map(({ name, words: said }) => (
                <div key={name}>
                  <dt>
                    <code>{`{{${name}}}`}</code>
                  </dt>
                  <dd className="text-ink-2">{said}</dd>
                </div>
              ))}
            </dl>
          </details>
          <TextArea
            label="変更点"
            name="changeNote"
            need="required"
            rows={2}
            limit={500}
            defaultValue={typed.changeNote}
            error={errors.changeNote}
            help="会員が最初に読むところです。何が変わるかを1、2文で"
          />
          <Checkbox
            label="大事な変更（会員がもう一度同意する）"
            name="material"
            value="yes"
            defaultChecked={typed.material === 'yes'}
            help="言葉の直しだけなら、印をつけません"
          />
          <DateField
            label="効力の日"
            name="effectiveOn"
            need="required"
            min={earliest}
            defaultValue={typed.effectiveOn}
            error={errors.effectiveOn}
            help="この日の0時から、いまの版とかわります"
          />
          <div className="flex flex-wrap gap-3">
            <Button kind="line" name="do" value="preview" formNoValidate busy={pressed === 'preview'}>
              見え方とちがいを見る
            </Button>
            <Button kind="pine" name="do" value="publish" busy={pressed === 'publish'}>
              公開する
            </Button>
          </div>
        </Form>
        {shown && <Shown preview={shown.preview} />}
      </div>
    </div>
  )
}

type Shown = { html: string; unknown: string[]; differences: { number: number; rows: DiffRow[] }[] }

const Shown = ({ preview: { html, unknown, differences } }: { preview: Shown }) => (
  <div className="grid grid-cols-1 gap-4">
    {unknown.length > 0 && (
      <Notice tone="akane">使えない名前があります：{unknown.map((name) => `{{${name}}}`).join('、')}</Notice>
    )}
    {differences.map(({ number, rows }) => (
      <Panel key={number} head={<h2>第{number}版とのちがい</h2>}>
        <PageDifference rows={rows} label={`第${number}版とのちがい`} />
      </Panel>
    ))}
    <Panel head={<Head as="h2">見え方</Head>}>
      <ProseText html={html} />
    </Panel>
  </div>
)
