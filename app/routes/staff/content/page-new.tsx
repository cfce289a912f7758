import { Form, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { formatNumber } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import type { Operator } from '#kernel/operator.ts'
import { audienceCounts } from '#modules/content/announcement-mails.server.tsx'
import { pageForStaff } from '#modules/content/page-desk.server.ts'
import { type DiffRow, differenceOf } from '#modules/content/page-difference.server.ts'
import { noticeDays } from '#modules/content/page-draft.ts'
import { type PageSlug, pagesToAgreeTo } from '#modules/content/pages.ts'
import { fillPlaceholders, placeholderWords, unknownPlaceholders } from '#modules/content/placeholders.ts'
import { publishPage } from '#modules/content/publish-page.server.ts'
import type { PublishPageRefusal } from '#modules/content/refusal-text.ts'
import { renderPage } from '#modules/content/render-page.server.ts'
import { PageDifference } from '#modules/content/ui/page-difference.tsx'
import { ProseText } from '#modules/content/ui/prose-text.tsx'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TextArea, TextField } from '#ui/field.tsx'
import { Checkbox } from '#ui/fields/checkbox.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { Head } from '#ui/head.tsx'
import { Link } from '#ui/link.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, shownAgain } from '#web/form.ts'
import { askFirst, job, runJob } from '#web/jobs.server.ts'
import { revalidateOvertaken } from '#web/overtaken.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { requestFacts } from '#web/request-context.ts'
import { requireStaffFor } from '../require-staff.server.ts'
import type { Route } from './+types/page-new.ts'
import { slugIn } from './page-slug.ts'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  ownMeta(`${loaderData?.newest.title ?? 'ページ'}の新しい版（管理）`)

export const loader = page(async (ctx, { params, context }: Route.LoaderArgs) => {
  requireStaffFor(ctx, 'page.publish')
  const { slug, newest, inForce, today } = await pageForStaff(ctx, slugIn(params))
  const { operator } = context.get(requestFacts)
  return {
    slug,
    newest: { number: newest.number, title: newest.title, body: newest.body, effectiveOn: newest.effectiveOn },
    inForce: inForce?.number,
    agreedTo: pagesToAgreeTo.some((it) => it === slug),
    members: (await audienceCounts(ctx)).everybody,
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

const fieldOf: Partial<Record<PublishPageRefusal, string>> = {
  unknown_placeholder: 'body',
  nothing_new: 'body',
  day_past: 'effectiveOn',
  notice_short: 'effectiveOn',
  day_before_newest: 'effectiveOn',
}

const changes = {
  preview: async (ctx: Ctx, form: FormData, { params, context }: Route.ActionArgs) => ({
    preview: await previewOf(ctx, slugIn(params), String(form.get('body') ?? ''), context.get(requestFacts).operator),
    typed: shownAgain(form),
  }),
  publish: job(publishPage, {
    fields: ({ params }: Route.ActionArgs) => ({ slug: slugIn(params) }),
    at: ({ refusal }) => fieldOf[refusal],
    first: askFirst,
    done: ({ number }, { slug }) =>
      redirectWithFlash(`/admin/pages/${slug}?version=${number}`, '新しい版を公開しました。'),
  }),
}

export const action = pageAction(async (ctx, args: Route.ActionArgs) => {
  requireStaffFor(ctx, 'page.publish')
  return runJob(changes, ctx, await formOf(args.request), args)
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
  const { slug, newest, inForce, earliest, placeholders, agreedTo, members, key } = loaderData
  const shown = actionData && 'preview' in actionData ? actionData : undefined
  const asks = actionData && 'asks' in actionData ? actionData : undefined
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const typed = problem?.typed ?? (shown ?? asks)?.typed ?? { title: newest.title, body: newest.body }
  const errors = problem?.fields ?? {}
  const pressed = useNavigation().formData?.get('intent')
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <Link to={`/admin/pages/${slug}`} className="prose-link inline-flex min-h-11 items-center">
          {newest.title}の版
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-4">
        <h1 className="text-h2">
          <Head as="span">新しい版を作成</Head>
        </h1>
        <p className="text-ink-2">
          {newest.title}・第{newest.number + 1}版
        </p>
      </div>
      {problem && <Notice tone="akane">{problem.summary}</Notice>}
      {newest.number !== inForce && (
        <Notice tone="tag">今後の版（第{newest.number}版）があります。その本文をもとに編集しています。</Notice>
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
            help="Markdown で入力します。章は「## 名前 {#id}」です。10万文字まで"
          />
          <details>
            <summary className="inline-flex min-h-11 items-center font-bold">{'{{…}}'}で使用できる項目</summary>
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
            help="会員が最初に読む項目です。変更内容を1、2文で入力してください"
          />
          <Checkbox
            label="重要な変更（会員の再同意が必要）"
            name="material"
            value="true"
            defaultChecked={typed.material === 'true'}
            help="表現の修正のみの場合は、チェックしません"
          />
          {agreedTo && (
            <Checkbox
              label={`緊急の変更（${noticeDays}日前の予告を待たない）`}
              name="urgent"
              value="true"
              defaultChecked={typed.urgent === 'true'}
              help="法令の改正など、やむを得ない場合のみ選択してください。履歴に残ります"
            />
          )}
          <DateField
            label="発効日"
            name="effectiveOn"
            need="required"
            min={earliest}
            defaultValue={typed.effectiveOn}
            error={errors.effectiveOn}
            help="この日の0時に、現在の版から切り替わります"
          />
          <div className="flex flex-wrap gap-3">
            <Button kind="line" name="intent" value="preview" formNoValidate busy={pressed === 'preview'}>
              表示と差分を確認
            </Button>
            <Confirm
              kind="pine"
              asked={asks !== undefined}
              name="intent"
              value="publish"
              busy={pressed === 'publish'}
              question={`${newest.title}の第${newest.number + 1}版を公開しますか`}
              consequence={`公開した版は変更・削除できません。${
                agreedTo
                  ? `会員${formatNumber(members)}名にお知らせで予告します。同意が必要な変更は、メールでも予告し、発効日以降に改めて同意をお願いします。`
                  : ''
              }`}
              confirm={`第${newest.number + 1}版を公開`}
            >
              公開する
            </Confirm>
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
      <Notice tone="akane">使用できない名前があります：{unknown.map((name) => `{{${name}}}`).join('、')}</Notice>
    )}
    {differences.map(({ number, rows }) => (
      <Panel key={number} head={<h2>第{number}版との差分</h2>}>
        <PageDifference rows={rows} label={`第${number}版との差分`} />
      </Panel>
    ))}
    <Panel head={<Head as="h2">表示</Head>}>
      <ProseText html={html} />
    </Panel>
  </div>
)
