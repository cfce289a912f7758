import { data, Form, useNavigation } from 'react-router'
import { authorize, requireFarm } from '#access/authorize.ts'
import { parseCsv, readCsv } from '#kernel/read-csv.ts'
import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import { readGoodsCsv } from '#modules/goods/goods-csv.ts'
import { importGoods, type PlannedRow, planImport } from '#modules/goods/import-goods.server.ts'
import { goodsRefusalText } from '#modules/goods/refusal-text.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FieldError } from '#ui/field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { formOf, typedIn } from '../form.ts'
import { redirectWithNotice } from '../notice.server.ts'
import { page, pageAction } from '../page.server.ts'
import { ownMeta } from '../page-meta.ts'
import type { Route } from './+types/goods-import.ts'
import '#styles/kit/file.css'

export const meta = () => ownMeta('CSVから取り込む')

const mostBytes = 1_000_000

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  return { formKey: crypto.randomUUID() as string }
})

/** 入力 → 確認 → 完了: the file is shown line by line, and its text goes along until it is taken in. */
export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  const form = await formOf(request)
  const sent = typedIn(form)
  const no = (sentence: string) =>
    data({ problem: { fields: {}, summary: sentence, typed: {} }, sentence }, { status: 422 })
  const file = form.get('file')
  if (sent.intent === 'apply') {
    const read = readGoodsCsv(parseCsv(sent.text ?? ''))
    if (!read.ok) return no(read.sentence)
    const done = await importGoods(ctx, { key: sent.key ?? '', rows: read.rows })
    if (!done.ok) return no(goodsRefusalText(done.refusal, done.detail))
    const { changed, drafts } = done.value
    return redirectWithNotice(
      drafts > 0 ? '/farmer/products/edit' : '/farmer/products/List',
      `${changed}品を変え、${drafts}品を下書きに入れました。`,
    )
  }
  if (!(file instanceof File) || file.size === 0) return no('ファイルがえらばれていません。')
  if (file.size > mostBytes) return no('ファイルが大きすぎます（1MBまで）。')
  const cells = readCsv(new Uint8Array(await file.arrayBuffer()))
  const read = readGoodsCsv(cells)
  if (!read.ok) return no(read.sentence)
  const text = cells.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')
  return data({ plan: await planImport(ctx, read.rows), text })
})

const whatWord: Record<PlannedRow['what'], string> = {
  same: '変わりなし',
  change: '変わる',
  draft: '下書きに入る',
  wrong: '直すところがある',
}

export default function GoodsImportPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const sentence = actionData && 'sentence' in actionData ? actionData.sentence : undefined
  const preview = actionData && 'plan' in actionData ? actionData : null
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/products/List', word: '商品' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">CSVから取り込む</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-5xl grid-cols-1 gap-5 p-4 pb-24">
        {preview ? (
          <Preview plan={preview.plan} text={preview.text} formKey={loaderData.formKey} busy={busy} />
        ) : (
          <>
            <p>
              まず、いまの商品を書き出して、表計算ソフトで直してください。番号のある行は商品が変わり、番号が空の行は下書きに入ります。ない列は、いまのままです。
            </p>
            <p>
              <a href="/farmer/products.csv" className="btn" data-kind="line" download>
                いまの商品を書き出す
              </a>
            </p>
            <Form method="post" encType="multipart/form-data" className="card grid grid-cols-1 gap-4 p-4">
              <div className="field">
                <label htmlFor="import-file">
                  CSVのファイル<span className="required">必須</span>
                </label>
                <p className="field-help">Excelで保存したままで読めます（UTF-8・シフトJIS、1MBまで）</p>
                <input
                  id="import-file"
                  type="file"
                  name="file"
                  accept=".csv,text/csv"
                  className="file-input min-h-(--target)"
                  aria-describedby={sentence ? 'import-error' : undefined}
                  aria-invalid={sentence ? true : undefined}
                />
                {sentence && <FieldError id="import-error">{sentence}</FieldError>}
              </div>
              <Button size="lg" busy={busy}>
                中身を見る
              </Button>
            </Form>
          </>
        )}
      </div>
    </>
  )
}

type PreviewProps = { plan: readonly PlannedRow[]; text: string; formKey: string; busy: boolean }

function Preview({ plan, text, formKey, busy }: PreviewProps) {
  const count = (what: PlannedRow['what']) => plan.filter((row) => row.what === what).length
  const [changes, drafts, wrong] = [count('change'), count('draft'), count('wrong')]
  return (
    <>
      <Notice tone={wrong > 0 ? 'tag' : 'ai'}>
        まだ何も変えていません。{changes}品が変わり、{drafts}品が下書きに入ります。
        {wrong > 0 && `${wrong}行に直すところがあり、その行は取り込みません。`}
      </Notice>
      <ol className="card">
        {plan.map(({ line, name, what, changes: of, sentences }) => (
          <li key={line} className="grid gap-1 border-t border-line p-3 first:border-t-0">
            <p>
              <span className="num text-ink-2">{line}行目</span>　<b>{name || '（名前なし）'}</b>　
              <span
                className={
                  what === 'wrong' ? 'font-bold text-akane' : what === 'same' ? 'text-ink-2' : 'font-bold text-pine'
                }
              >
                {whatWord[what]}
              </span>
            </p>
            {of.map(({ name: field, was, is }) => (
              <p key={field} className="text-sub wrap-anywhere">
                {was || '（なし）'} → <b>{is || '（なし）'}</b>
              </p>
            ))}
            {sentences.map((sentence) => (
              <FieldError key={sentence}>{sentence}</FieldError>
            ))}
          </li>
        ))}
      </ol>
      <Form method="post" className="flex flex-wrap gap-3">
        <input type="hidden" name="key" value={formKey} />
        <textarea name="text" defaultValue={text} hidden readOnly />
        {changes + drafts > 0 && (
          <Button size="lg" name="intent" value="apply" busy={busy}>
            {changes + drafts}行を取り込む
          </Button>
        )}
        <ButtonLink to="/farmer/products/import" kind="line" size="lg" reloadDocument>
          やめる
        </ButtonLink>
      </Form>
    </>
  )
}
