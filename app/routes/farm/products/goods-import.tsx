import { useState } from 'react'
import { data, Form, useNavigation } from 'react-router'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx } from '#authorization/ctx.ts'
import { csvText, parseCsvLines } from '#kernel/read-csv.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { importGoods, type PlannedRow, planImport } from '#modules/products/import-products.server.ts'
import { readGoodsCsv } from '#modules/products/product-csv.ts'
import { goodsRefusalText } from '#modules/products/refusal-text.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Explained } from '#ui/explained.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, typedIn } from '#web/form.ts'
import { runJob } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { stayWhenOffline } from '#web/stay-when-offline.ts'
import type { Route } from './+types/goods-import.ts'
import '#styles/kit/file.css'

export const meta = () => ownMeta('CSVから取り込む')

const mostBytes = 8_000_000

/** The maximum number of lines shown per group; the rest is only counted. */
const mostShown = 200

export const loader = page(async (ctx, _: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  return { formKey: crypto.randomUUID() as string }
})

const no = (sentence: string) => invalid({ fields: {}, summary: sentence, typed: {} })

/** 入力 → 確認 → 完了: the file is shown line by line, and its text is sent along until it is imported. */
export const action = pageAction(async (ctx, args: Route.ActionArgs) =>
  runJob({ preview, apply }, ctx, await formOf(args.request), args),
)

async function apply(ctx: Ctx, form: FormData) {
  const { text = '', key = '' } = typedIn(form)
  const read = readGoodsCsv(parseCsvLines(text))
  if (!read.ok) return no(read.sentence)
  const done = await importGoods(ctx, { key, rows: read.rows })
  if (!done.ok) return no(goodsRefusalText(done.refusal, done.detail))
  const { changed, drafts } = done.value
  return redirectWithFlash(
    drafts > 0 ? '/farmer/products/edit' : '/farmer/products/List',
    `${changed}点を変更し、${drafts}点を下書きに追加しました。`,
  )
}

async function preview(ctx: Ctx, form: FormData) {
  const file = form.get('file')
  if (!(file instanceof File) || file.size === 0) return no('ファイルが選択されていません。')
  if (file.size > mostBytes) return no('ファイルが大きすぎます（8MBまで）。ファイルを分けてください。')
  const text = csvText(new Uint8Array(await file.arrayBuffer()))
  const read = readGoodsCsv(parseCsvLines(text))
  if (!read.ok) return no(read.sentence)
  const plan = await planImport(ctx, read.rows)
  const of = (what: PlannedRow['what']) => plan.filter((row) => row.what === what)
  const counts = { wrong: of('wrong').length, change: of('change').length, draft: of('draft').length }
  const shown = (['wrong', 'change', 'draft'] as const).flatMap((what) => of(what).slice(0, mostShown))
  return data({ plan: { shown, counts, same: of('same').length }, text })
}

/** Offline the page stays unchanged, with the selected file. */
export const clientAction = ({ serverAction }: Route.ClientActionArgs) => stayWhenOffline(() => serverAction())

const whatWord: Record<PlannedRow['what'], string> = {
  same: '変更なし',
  change: '変更',
  draft: '下書きに追加',
  wrong: '修正が必要',
}

export default function GoodsImportPage({ loaderData, actionData, matches }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const problem = actionData && 'problem' in actionData ? actionData.problem : undefined
  const sentence = problem?.summary
  const told = actionData && 'plan' in actionData ? actionData : null
  // the preview stays when the import was refused or did not get through
  const [preview, setPreview] = useState(told)
  if (told && told !== preview) setPreview(told)
  return (
    <>
      <FieldHeader facts={matches[1].loaderData.facts} back={{ to: '/farmer/products/List', word: '商品' }} line={null}>
        <h1 className="text-h2">
          <Head as="span">
            <Explained>CSVから取り込む</Explained>
          </Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-[90rem] grid-cols-1 gap-5 p-4 pb-24 lg:px-8">
        {preview && sentence && <Notice tone="akane">{sentence}</Notice>}
        {preview ? (
          <Preview plan={preview.plan} text={preview.text} formKey={loaderData.formKey} busy={busy} />
        ) : (
          <>
            <p>
              現在の商品を書き出し、表計算ソフトで編集してください。「番号」のある行は、その商品が変更されます。「番号」が空欄の行は、新しい下書きになります。列がない項目は変わりません。次の画面で、変更内容を1行ずつ確認してから取り込みます。
            </p>
            <p>
              <a href="/farmer/products.csv" className="btn" data-kind="line" download>
                現在の商品を書き出す
              </a>
            </p>
            <Form method="post" encType="multipart/form-data" className="card grid grid-cols-1 gap-4 p-4">
              <input type="hidden" name="intent" value="preview" />
              <div className="field">
                <label htmlFor="import-file">
                  <Explained inControl>CSVファイル</Explained>
                  <span className="required">必須</span>
                </label>
                <p className="field-help">
                  <Explained>Excelで保存したファイルを読み込めます（UTF-8・シフトJIS、1万行・8MBまで）</Explained>
                </p>
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
                内容を確認する
              </Button>
            </Form>
          </>
        )}
      </div>
    </>
  )
}

type Plan = { shown: readonly PlannedRow[]; counts: Record<'wrong' | 'change' | 'draft', number>; same: number }
type PreviewProps = { plan: Plan; text: string; formKey: string; busy: boolean }

function Preview({ plan: { shown, counts, same }, text, formKey, busy }: PreviewProps) {
  const { wrong, change, draft } = counts
  const hidden = wrong + change + draft - shown.length
  return (
    <>
      <Notice tone={wrong > 0 ? 'tag' : 'ai'}>
        まだ変更していません。{change}点を変更、{draft}点を下書きに追加、{same}点は変更なしです。
        {wrong > 0 && `${wrong}行に修正が必要な項目があり、その行は取り込みません。`}
      </Notice>
      {(['wrong', 'change', 'draft'] as const).map((what) => (
        <Lines key={what} what={what} count={counts[what]} rows={shown.filter((row) => row.what === what)} />
      ))}
      {hidden > 0 && (
        <p className="text-ink-2">
          他に{hidden}行あります（それぞれ{mostShown}行まで表示しています）。
        </p>
      )}
      <Form method="post" encType="multipart/form-data" className="flex flex-wrap gap-3">
        <input type="hidden" name="key" value={formKey} />
        <textarea name="text" defaultValue={text} hidden readOnly />
        {change + draft > 0 && (
          <Button size="lg" name="intent" value="apply" busy={busy}>
            {change + draft}行を取り込む
          </Button>
        )}
        <ButtonLink to="/farmer/products/import" kind="line" size="lg" reloadDocument>
          戻る
        </ButtonLink>
      </Form>
    </>
  )
}

/** One group of lines: each with its number in the spreadsheet, and column by column the old and the new value. */
function Lines({ what, count, rows }: { what: PlannedRow['what']; count: number; rows: readonly PlannedRow[] }) {
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={`lines-${what}`} className="grid grid-cols-1 gap-2">
      <h2 id={`lines-${what}`} className="text-h3 font-bold">
        {whatWord[what]} <span className="num">{count}</span>行
      </h2>
      <ol className="card">
        {rows.map(({ line, name, changes: of, sentences }) => (
          <li key={line} className="grid gap-1 border-t border-line p-3 first:border-t-0">
            <p>
              <span className="num text-ink-2">{line}行目</span>　<b>{name || '（名称なし）'}</b>
            </p>
            {of.map(({ name: field, was, is }) => (
              <p key={field} className="text-sub wrap-anywhere">
                {field}：{was || '（なし）'} → <b>{is || '（なし）'}</b>
              </p>
            ))}
            {sentences.map((sentence) => (
              <FieldError key={sentence}>{sentence}</FieldError>
            ))}
          </li>
        ))}
      </ol>
    </section>
  )
}
