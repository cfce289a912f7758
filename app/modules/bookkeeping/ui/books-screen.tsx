import { FileDown } from 'lucide-react'
import { Form } from 'react-router'
import { formatMomentWithYear, formatMonth, formatNumber, formatYen } from '#kernel/format.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { Notice } from '#ui/notice.tsx'
import { monthsText } from '../book-refusals.ts'
import type { BookSettings } from '../book-settings.server.ts'
import type { previewBooks } from '../export-books.server.ts'
import { type AccountKey, accountNames } from '../exports/deal.ts'
import { softwares, softwareWord } from '../exports/tax-names.ts'

type Preview = Awaited<ReturnType<typeof previewBooks>>
type Props = Preview & {
  settings: BookSettings
  fromMonth: string
  toMonth: string
  months: readonly string[]
  side: 'restaurant' | 'farm'
  accounts: readonly AccountKey[]
  formKey: string
  /** The address of the page; a file is below it. */
  address: string
  problem?: { summary: string; fields: Readonly<Record<string, string>> } | undefined
}

const documentWord = { restaurant: '請求書', farm: '支払通知書' } as const
const encodingWord = { utf8: 'UTF-8', shift_jis: 'Shift_JIS' } as const

/** 会計ソフト連携: choose months, see what they hold, make the file, and find the files made before. */
export function BooksScreen(props: Props) {
  const { documents, totalYen, past, settings, fromMonth, toMonth, side, address, formKey, problem } = props
  const again = documents.filter(({ exported }) => exported).length
  return (
    <>
      <section aria-labelledby="choose" className="card grid grid-cols-1 gap-4 p-4">
        <h2 id="choose" className="text-h3 font-bold">
          期間
        </h2>
        <Form className="flex flex-wrap items-end gap-3">
          <BookMonths {...props} />
          <Button kind="line">この期間を表示</Button>
        </Form>
        {problem?.summary && <Notice tone="akane">{problem.summary}</Notice>}
        {documents.length === 0 ? (
          <EmptyState>
            {monthsText(fromMonth, toMonth)}に発行された{documentWord[side]}はありません。
          </EmptyState>
        ) : (
          <Form method="post" className="grid grid-cols-1 gap-3">
            <input type="hidden" name="key" value={formKey} />
            <input type="hidden" name="fromMonth" value={fromMonth} />
            <input type="hidden" name="toMonth" value={toMonth} />
            <p>
              {documentWord[side]} {formatNumber(documents.length)}件・税込合計 <b>{formatYen(totalYen)}</b>（
              {softwareWord[settings.software]}・{encodingWord[settings.encoding]}）
            </p>
            {again > 0 && (
              <Notice tone="ai">
                このうち{formatNumber(again)}
                件は出力済みです。同じデータを2回取り込むと、会計ソフトに二重に登録されます。
              </Notice>
            )}
            <p>
              <Button name="intent" value="export">
                会計データを作成
              </Button>
            </p>
          </Form>
        )}
      </section>
      <section aria-labelledby="past" className="card grid grid-cols-1 gap-3 p-4">
        <h2 id="past" className="text-h3 font-bold">
          作成した会計データ
        </h2>
        {past.length === 0 ? (
          <p className="text-ink-2">作成した会計データはまだありません。</p>
        ) : (
          <ul>
            {past.map((made) => (
              <li
                key={made.id}
                className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-3 first:border-t-0"
              >
                <p className="grid">
                  <b>
                    {monthsText(made.fromMonth, made.toMonth)}　{softwareWord[made.software]}
                  </b>
                  <span className="text-sub text-ink-2">
                    {formatMomentWithYear(made.at)}・{made.exportedBy}・{documentWord[side]}
                    {formatNumber(made.documents)}件・{formatYen(made.totalYen)}
                  </span>
                </p>
                <a href={`${address}/${made.id}.csv`} className="btn" data-kind="line" download>
                  <FileDown aria-hidden="true" />
                  ダウンロード
                </a>
              </li>
            ))}
          </ul>
        )}
      </section>
      <BookSettingsForm {...props} />
    </>
  )
}

export const BookMonths = ({ fromMonth, toMonth, months }: Pick<Props, 'fromMonth' | 'toMonth' | 'months'>) => (
  <>
    {(
      [
        ['fromMonth', '開始月', fromMonth],
        ['toMonth', '終了月', toMonth],
      ] as const
    ).map(([name, label, value]) => (
      <SelectField key={name} label={label} name={name} defaultValue={value} className="w-44">
        {months.map((month) => (
          <option key={month} value={month}>
            {formatMonth(month)}
          </option>
        ))}
      </SelectField>
    ))}
  </>
)

type SettingsProps = Pick<Props, 'settings' | 'accounts' | 'formKey' | 'problem'>

export const BookSettingsForm = ({ settings, accounts, formKey, problem }: SettingsProps) => (
  <section aria-labelledby="settings" className="card grid grid-cols-1 gap-4 p-4">
    <h2 id="settings" className="text-h3 font-bold">
      会計ソフトの設定
    </h2>
    <Form method="post" className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="version" value={settings.version} />
      <SelectField label="会計ソフト" name="software" defaultValue={settings.software}>
        {softwares.map((software) => (
          <option key={software} value={software}>
            {softwareWord[software]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="文字コード"
        name="encoding"
        help="弥生会計は Shift_JIS のみです"
        defaultValue={settings.encoding}
        error={problem?.fields.encoding}
      >
        {(['utf8', 'shift_jis'] as const).map((encoding) => (
          <option key={encoding} value={encoding}>
            {encodingWord[encoding]}
          </option>
        ))}
      </SelectField>
      {accounts.map((account) => (
        <TextField
          key={account}
          id={`account-${account}`}
          name={account}
          label={`勘定科目：${accountNames[account]}`}
          maxLength={12}
          defaultValue={settings.accounts[account]}
          error={problem?.fields[account]}
        />
      ))}
      <p className="text-sub text-ink-2 lg:col-span-2">
        勘定科目は、会計ソフトに登録されている名称と同じ表記にしてください。金額は税込で出力します。
      </p>
      <p className="lg:col-span-2">
        <Button kind="line" name="intent" value="settings">
          設定を保存
        </Button>
      </p>
    </Form>
  </section>
)
