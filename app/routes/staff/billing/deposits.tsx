import { Form, type MetaFunction, useNavigation } from 'react-router'
import type { Ctx } from '#authorization/ctx.ts'
import { formatDay, formatMoment, formatYen } from '#kernel/format.ts'
import { parseId } from '#kernel/ids.ts'
import { Panel } from '#modules/ordering/ui/staff-order-parts.tsx'
import { depositDeskWord, depositNatureWord } from '#modules/payments/deposit-labels.ts'
import { bankFileList, type DepositDesk, depositDesks, depositList } from '#modules/payments/deposit-queries.server.ts'
import { depositSettings } from '#modules/payments/deposit-settings.server.ts'
import { uploadBankFile } from '#modules/payments/import-bank-file.server.ts'
import { depositRefusalText } from '#modules/payments/refusal-text.ts'
import { dayCursorText, parseDayCursor } from '#modules/traceability/lot-filter.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { Link } from '#ui/link.tsx'
import { PlainTable } from '#ui/plain-table.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { formOf, invalid, staleForm, typedIn } from '#web/form.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { May } from '../may.tsx'
import { requireStaff } from '../require-staff.server.ts'
import { StaffSearch, wordsIn } from '../staff-search.tsx'
import type { Route } from './+types/deposits.ts'
import '#styles/kit/file.css'

export const meta: MetaFunction = () => ownMeta('入金の消込（管理）')

export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  const search = new URL(request.url).searchParams
  const asked = search.get('desk')
  const q = wordsIn(search)
  const desk: DepositDesk = depositDesks.find((known) => known === asked) ?? 'unmatched'
  const { accounts } = await depositSettings(ctx)
  const { rows, next } = await depositList(ctx, { desk, q, after: parseDayCursor<'payment'>(search.get('after')) })
  return {
    desk,
    desks: depositDesks,
    deposits: rows,
    q,
    more: next && `?${new URLSearchParams({ desk, ...(q && { q }), after: dayCursorText(next) })}`,
    files: await bankFileList(ctx),
    accounts: accounts
      .filter(({ endedAt }) => endedAt === null)
      .map(({ id, name, branch, number }) => ({ id, word: `${name} ${branch}-${number}` })),
    formKey: crypto.randomUUID() as string,
  }
})

async function upload(ctx: Ctx, form: FormData) {
  const no = (sentence: string) => invalid({ fields: { file: sentence }, summary: sentence, typed: typedIn(form) })
  const file = form.get('file')
  const { key = '', accountId: typedId } = typedIn(form)
  if (!(file instanceof File) || file.size === 0) return no('ファイルが選択されていません。')
  if (!parseId(key)) return no(staleForm)
  const accountId = parseId<'ownBankAccount'>(typedId) ?? undefined
  const bytes = new Uint8Array(await file.arrayBuffer())
  const fileName = file.name.trim().slice(0, 200) || '名称なし'
  const done = await uploadBankFile(ctx, { key, bytes, fileName, accountId })
  if (!done.ok) return no(depositRefusalText(done.refusal, done.detail))
  return redirectWithFlash(
    `/admin/billing/deposits/files/${done.value.fileId}`,
    '内容を確認してください。まだ取り込んでいません。',
  )
}

export const action = pageAction(async (ctx, { request }: Route.ActionArgs) => {
  requireStaff(ctx)
  return upload(ctx, await formOf(request))
})

const heads = ['入金日', '振込名義', { figures: '金額' }, { figures: '残額' }, '内容', '未消込の理由'] as const
const fileHeads = ['ファイル', '形式', { figures: '明細' }, '担当者', '状態'] as const

export default function DepositsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { desk, desks, deposits, q, more, files, accounts } = loaderData
  const problem = actionData?.problem
  const busy = useNavigation().formMethod === 'POST'
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-h2 font-bold">入金の消込</h1>
        <Link to="/admin/billing/deposits/settings" className="prose-link inline-flex min-h-11 items-center">
          口座と手数料の設定
        </Link>
      </div>
      <Panel head={<h2>銀行明細の取り込み</h2>}>
        <May to="deposits.change" told>
          <Form method="post" encType="multipart/form-data" className="grid grid-cols-1 gap-4" noValidate>
            <input type="hidden" name="key" value={loaderData.formKey} />
            <div className="field">
              <label htmlFor="bank-file">銀行明細のファイル</label>
              <p className="field-help">
                <Explained>全銀形式（入出金取引明細・振込入金通知）、または各銀行のCSV。24MBまで</Explained>
              </p>
              <input
                id="bank-file"
                type="file"
                name="file"
                className="file-input min-h-(--target)"
                aria-describedby={problem ? 'bank-file-error' : undefined}
                aria-invalid={problem ? true : undefined}
              />
              {problem && <FieldError id="bank-file-error">{problem.summary}</FieldError>}
            </div>
            <SelectField
              label="口座"
              name="accountId"
              help="口座番号の記載がないCSVの場合に選択してください"
              defaultValue={problem?.typed.accountId ?? ''}
            >
              <option value="">ファイルの記載どおり</option>
              {accounts.map(({ id, word }) => (
                <option key={id} value={id}>
                  {word}
                </option>
              ))}
            </SelectField>
            <p>
              <Button busy={busy}>内容を確認する</Button>
            </p>
          </Form>
        </May>
      </Panel>
      <nav aria-label="状態" className="flex flex-wrap gap-2">
        {desks.map((each) => (
          <Link
            key={each}
            to={`?desk=${each}`}
            className="chip [--target:2.75rem]"
            aria-current={each === desk ? 'page' : undefined}
          >
            {depositDeskWord[each]}
          </Link>
        ))}
      </nav>
      <StaffSearch noun="入金" by="振込名義・摘要・金額" q={q} back={`/admin/billing/deposits?desk=${desk}`}>
        <input type="hidden" name="desk" value={desk} />
      </StaffSearch>
      {deposits.length === 0 ? (
        <EmptyState>
          {q === '' ? `「${depositDeskWord[desk]}」の入金はありません` : '条件に一致する入金はありません'}
        </EmptyState>
      ) : (
        <PlainTable label={`${depositDeskWord[desk]}の入金`} heads={heads} className="min-w-[60rem]">
          {deposits.map((it) => (
            <tr key={it.paymentId} className="border-b border-line last:border-b-0 hover:bg-ai-tint">
              <td className="px-3 whitespace-nowrap tabular-nums">{formatDay(it.onDay)}</td>
              <th scope="row" className="px-3 text-start font-bold">
                <Link
                  to={`/admin/billing/deposits/${it.paymentId}`}
                  className="prose-link inline-flex min-h-11 items-center"
                >
                  {it.payerKana || '（名義なし）'}
                </Link>
              </th>
              <td className="px-3 text-end tabular-nums">{formatYen(it.yen)}</td>
              <td className="px-3 text-end tabular-nums">{formatYen(it.leftYen)}</td>
              <td className="px-3">
                {it.nature !== 'deposit' && <Badge tone="tag">{depositNatureWord[it.nature]}</Badge>} {it.text}
              </td>
              <td className="px-3">
                {it.why}
                {it.note && <span className="block">{it.note}</span>}
              </td>
            </tr>
          ))}
        </PlainTable>
      )}
      {more && (
        <ButtonLink kind="line" to={more}>
          以前の入金を見る
        </ButtonLink>
      )}
      <h2 className="text-h3 font-bold">取り込んだファイル</h2>
      <Files label="取り込んだファイル" files={files.slice(0, newestFiles)} />
      {files.length > newestFiles && (
        <details>
          <summary className="min-h-11 w-fit cursor-pointer py-2 font-bold text-ai">
            以前のファイル（{files.length - newestFiles}件）
          </summary>
          <Files label="以前のファイル" files={files.slice(newestFiles)} />
        </details>
      )}
    </div>
  )
}

const newestFiles = 10

const Files = ({ label, files }: { label: string; files: Route.ComponentProps['loaderData']['files'] }) => (
  <PlainTable label={label} heads={fileHeads} className="min-w-[48rem]">
    {files.map((file) => (
      <tr key={file.id} className="border-b border-line last:border-b-0">
        <th scope="row" className="px-3 text-start font-bold">
          <Link
            to={`/admin/billing/deposits/files/${file.id}`}
            className="prose-link inline-flex min-h-11 items-center"
          >
            {file.name}
          </Link>
        </th>
        <td className="px-3">{file.layout}</td>
        <td className="px-3 text-end tabular-nums">{file.rowCount}件</td>
        <td className="px-3">{file.by}</td>
        <td className="px-3">
          {file.importedAt ? `${formatMoment(file.importedAt)}に取り込み済み` : '確認待ち（未取り込み）'}
        </td>
      </tr>
    ))}
  </PlainTable>
)
