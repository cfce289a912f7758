import { useState } from 'react'
import { data, useNavigation } from 'react-router'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import {
  importLabels,
  mostLabelBytes,
  planLabelImport,
} from '#modules/ordering/fulfilment/labels/import-labels.server.ts'
import { ChooseColumns } from '#modules/ordering/fulfilment/labels/ui/choose-columns.tsx'
import { LabelPreview } from '#modules/ordering/fulfilment/labels/ui/label-preview.tsx'
import { UploadForm } from '#modules/ordering/fulfilment/labels/ui/upload-form.tsx'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid } from '#web/form.ts'
import { runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/label-import.ts'
import { givenFile } from './given-file.server.ts'

export const meta = () => ownMeta('送り状番号の取り込み')

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'labels.change', { farmId })
  return { formKey: crypto.randomUUID() as string }
})

/** 選択 → 確認 → 完了: the file is shown row by row, and sent along until it is taken over. */
export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob({ preview, apply }, ctx, await formOf(args.request), args),
)

/** The file itself is not sent back with a refusal: the page still has it. */
const no = (sentence: string, fields: Record<string, string> = {}) => invalid({ fields, summary: sentence, typed: {} })

async function preview(ctx: Ctx, form: FormData) {
  const upload = form.get('upload')
  if (upload instanceof File && upload.size > mostLabelBytes) return no('ファイルが大きすぎます（6MBまで）。')
  if (upload instanceof File && upload.size > 0) {
    form.set('file', Buffer.from(await upload.arrayBuffer()).toString('base64'))
    form.set('fileName', [...upload.name].slice(-200).join('') || 'file.csv')
  }
  if (!form.get('file')) return no('ファイルが選択されていません。')
  const given = givenFile(form)
  if (!given.ok) return no(given.sentence)
  const { confirmed: _, ...file } = given.value
  const plan = await planLabelImport(ctx, file)
  if (!plan.ok && plan.why === 'unreadable') return no(plan.sentence)
  if (!plan.ok) return data({ columns: plan.sample, given: file })
  return data({ plan: { carrier: plan.carrier, rows: plan.rows }, given: file })
}

async function apply(ctx: Ctx, form: FormData) {
  const given = givenFile(form)
  if (!given.ok) return no(given.sentence)
  const done = await importLabels(ctx, { ...given.value, key: String(form.get('key') ?? '') })
  if (!done.ok) return no(importLabels.declaration.refusals.text(done.refusal, done.detail))
  const { written, left, unknown } = done.value
  const rest = left + unknown
  return redirectWithFlash(
    '/farmer/labels',
    `${written}個口の送り状番号を登録しました。${rest > 0 ? `${rest}行は取り込んでいません。` : ''}`,
  )
}

/** Offline the page stays unchanged, with the selected file. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

export default function LabelImportPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const told = actionData && ('plan' in actionData || 'columns' in actionData) ? actionData : null
  // what was shown stays when the import was refused or did not get through
  const [shown, setShown] = useState(told)
  if (told && told !== shown) setShown(told)
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/labels', word: '送り状' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">送り状番号の取り込み</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 pb-24 lg:px-8">
        {shown && problem && <Notice tone="akane">{problem.summary}</Notice>}
        {!shown && <UploadForm busy={busy} sentence={problem?.summary} />}
        {shown && 'columns' in shown && <ChooseColumns sample={shown.columns} given={shown.given} busy={busy} />}
        {shown && 'plan' in shown && (
          <LabelPreview plan={shown.plan} given={shown.given} formKey={loaderData.formKey} busy={busy} />
        )}
      </div>
    </>
  )
}
