import { Form } from 'react-router'
import type { Carrier } from '#kernel/enums.ts'
import type { LabelQuestion, PlannedLabel } from '#modules/delivery/carrier-files/plan-labels.ts'
import { carrierWord } from '#modules/delivery/carrier-word.ts'
import { formatTrackingNumber } from '#modules/delivery/tracking-number.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { ReturnedFile } from '../import-labels.server.ts'
import { GivenFields } from './given-fields.tsx'

/** The maximum number of rows shown per group; the rest is only counted. */
const mostShown = 200

const whatWord: Record<PlannedLabel['what'], string> = {
  asked: '確認が必要な行',
  unknown: '該当する個口がない行',
  not_a_number: '送り状番号ではない行',
  closed: '出荷済み、または不要になった個口の行',
  blank: '番号がまだない行',
  new: '登録する番号',
  same: '登録済みの番号',
}
/** What needs a look first. */
const groups = ['asked', 'not_a_number', 'unknown', 'closed', 'new', 'blank', 'same'] as const

const questionText: Record<LabelQuestion, (row: PlannedLabel) => string> = {
  check_digit: () => '末尾の1桁が一致しません。送り状と見比べてください。',
  lost_zero: () => '11桁のため、先頭に0を補いました。送り状と見比べてください。',
  other_number: ({ parcel }) =>
    `別の番号（${formatTrackingNumber(parcel?.trackingNumber ?? '')}）が登録されています。置き換えますか。`,
  taken: () => '他の個口と同じ番号です。送り状と見比べてください。',
}

type Props = {
  plan: { carrier: Carrier | null; rows: readonly PlannedLabel[] }
  given: ReturnedFile
  formKey: string
  busy: boolean
}

/** Every row of the file, before anything is stored; those with a question count only when they are ticked. */
export function LabelPreview({ plan: { carrier, rows }, given, formKey, busy }: Props) {
  const of = (what: PlannedLabel['what']) => rows.filter((row) => row.what === what)
  const [fresh, asked] = [of('new').length, of('asked').length]
  return (
    <Form method="post" encType="multipart/form-data" className="grid grid-cols-1 gap-5">
      <input type="hidden" name="key" value={formKey} />
      <GivenFields given={given} />
      <Notice tone={asked > 0 ? 'tag' : 'ai'}>
        まだ登録していません。{carrier && `${carrierWord[carrier]}のファイルです。`}
        {rows.length}行のうち、{fresh}個口の番号を登録します。
        {asked > 0 && `${asked}行は、確認して選択した場合に登録します。`}
        {fresh + asked === 0 && '登録する番号はありません。'}
      </Notice>
      {groups.map((what) => (
        <Rows key={what} what={what} rows={of(what)} />
      ))}
      <p className="flex flex-wrap gap-3">
        {fresh + asked > 0 && (
          <Button size="lg" name="intent" value="apply" busy={busy}>
            番号を登録する
          </Button>
        )}
        <ButtonLink to="/farmer/labels/import" kind="line" size="lg" reloadDocument>
          戻る
        </ButtonLink>
      </p>
    </Form>
  )
}

function Rows({ what, rows }: { what: PlannedLabel['what']; rows: readonly PlannedLabel[] }) {
  if (rows.length === 0) return null
  const shown = what === 'asked' ? rows : rows.slice(0, mostShown)
  return (
    <section aria-labelledby={`rows-${what}`} className="grid grid-cols-1 gap-2">
      <h2 id={`rows-${what}`} className="text-h3 font-bold">
        {whatWord[what]} <span className="num">{rows.length}</span>
      </h2>
      <ol className="card">
        {shown.map((row) => (
          <li key={row.line} className="grid gap-1 border-t border-line p-3 first:border-t-0">
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="wrap-anywhere">
                <span className="num text-ink-2">{row.line}行目</span>
                {'　'}
                <b>{row.parcel ? row.parcel.restaurant : row.customerNumber || '（番号なし）'}</b>
                {row.parcel && <span className="num">　{row.customerNumber}</span>}
              </span>
              <span className="num font-bold wrap-anywhere">
                {row.trackingNumber === '' ? '番号なし' : formatTrackingNumber(row.trackingNumber)}
              </span>
            </p>
            {row.questions.map((question) => (
              <p key={question}>{questionText[question](row)}</p>
            ))}
            {what === 'asked' && (
              <label className="flex min-h-(--target) items-center gap-3">
                <input
                  type="checkbox"
                  name="confirmed"
                  value={row.line}
                  className="size-7 shrink-0 accent-pine"
                  aria-label={`${row.line}行目の番号を登録する`}
                />
                この番号を登録する
              </label>
            )}
          </li>
        ))}
      </ol>
      {shown.length < rows.length && <p className="text-ink-2">他に{rows.length - shown.length}行あります。</p>}
    </section>
  )
}
