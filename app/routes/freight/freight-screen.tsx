import { Form, useLocation, useNavigation } from 'react-router'
import { formatDayWithYear, formatMoment } from '#kernel/format.ts'
import { carrierName } from '#modules/delivery/carrier-word.ts'
import { rowsOfFields } from '#modules/delivery/freight-table.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Explained } from '#ui/explained.tsx'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { DateField } from '#ui/fields/date-field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { FreightGrid } from './freight-grid.tsx'
import type { FreightAnswer, FreightPage } from './freight-page.server.ts'
import { FreightSimulator } from './freight-simulator.tsx'

type Props = { it: FreightPage; answer: FreightAnswer | undefined; here: string }

/** Freight tables: those there are, what a parcel costs by them, and the next one as a grid or a file. */
export function FreightScreen({ it, answer, here }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <div className="grid grid-cols-1 gap-5">
      {answer?.problem.summary && <Notice tone="akane">{answer.problem.summary}</Notice>}
      <Tables it={it} here={here} />
      {it.used && it.mayChange && <CarrierForm it={it} answer={answer} busy={busy} />}
      <FreightSimulator it={it} />
      {it.mayChange && <NextTable it={it} answer={answer} busy={busy} />}
    </div>
  )
}

const whenWord = { in_force: '適用中', coming: '適用前', past: '終了' } as const

function Tables({ it, here }: Pick<Props, 'it' | 'here'>) {
  return (
    <section className="card grid grid-cols-1 gap-3 p-4">
      <Head as="h2" className="text-h4">
        送料表
      </Head>
      {it.tables.length === 0 && (
        <p>
          {it.owner === 'farm'
            ? '自分の送料表は、まだありません。運営の送料表を使用しています。'
            : '送料表が登録されていません。登録するまで、注文を受け付けることができません。'}
        </p>
      )}
      <ul className="grid gap-2">
        {it.tables.map((table) => (
          <li key={table.id} className="flex flex-wrap items-center justify-between gap-2">
            <span>
              <b>
                {carrierName(table.carrier)} 第{table.number}版
              </b>{' '}
              {formatDayWithYear(table.validFrom)}から（{whenWord[table.when]}）{table.isDemo && ' デモ用の金額'}
              <small className="block text-sub text-ink-2">
                {formatMoment(table.createdAt)} {table.madeBy}
              </small>
            </span>
            <ButtonLink kind="text" to={`${here}.csv?id=${table.id}`} reloadDocument>
              <Explained inControl>CSV</Explained>
              <span className="visually-hidden">
                ：{carrierName(table.carrier)} 第{table.number}版
              </span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Answered = Pick<Props, 'it' | 'answer'> & { busy: boolean }

function CarrierForm({ it, answer, busy }: Answered) {
  return (
    <section className="card grid grid-cols-1 gap-3 p-4">
      <Head as="h2" className="text-h4">
        配送の選択
      </Head>
      <Form method="post" className="flex flex-wrap items-end gap-3">
        <input type="hidden" name="key" value={it.formKey} />
        <SelectField
          label="配送会社"
          name="carrier"
          defaultValue={it.used?.inUse}
          error={answer?.problem.fields.carrier}
        >
          {it.used?.carriers.map((carrier) => (
            <option key={carrier} value={carrier}>
              {carrierName(carrier)}
            </option>
          ))}
        </SelectField>
        <Button kind="line" name="intent" value="carrier" busy={busy}>
          変更する
        </Button>
      </Form>
    </section>
  )
}

function NextTable({ it, answer, busy }: Answered) {
  const { search } = useLocation()
  const typed = answer?.problem.typed ?? {}
  const typedRows = rowsOfFields(typed)
  const rows = typedRows.length > 0 ? typedRows : it.rows
  const fields = answer?.problem.fields ?? {}
  return (
    <section className="card grid grid-cols-1 gap-4 p-4" id="next">
      <Head as="h2" className="text-h4">
        新しい送料表
      </Head>
      <p className="text-sub">
        登録した送料表は変更できません。金額を変更するときは、適用開始日を指定して新しい表を登録してください。金額は税抜です。
      </p>
      <StartForm it={it} />
      {answer?.filled !== undefined && (
        <Notice tone="matcha">
          ファイルの{answer.filled}行を表に入力しました。まだ登録していません。確認して登録してください。
        </Notice>
      )}
      {answer?.added && <Notice tone="matcha">行を追加しました。金額を入力してください。</Notice>}
      <Form
        method="post"
        encType="multipart/form-data"
        noValidate
        preventScrollReset
        className="grid grid-cols-1 gap-4"
        // a copy, a file or an added row fills the fields anew; what is merely loaded again leaves them as they are typed
        key={`${search} ${it.basedOn} ${answer?.turn}`}
      >
        <input type="hidden" name="key" value={it.formKey} />
        <input type="hidden" name="carrier" value={it.carrier} />
        <input type="hidden" name="basedOn" value={it.basedOn} />
        <p>
          配送会社：<b>{carrierName(it.carrier)}</b>
        </p>
        <DateField
          label="適用開始日（出荷日）"
          name="validFrom"
          need="required"
          min={it.today}
          defaultValue={typed.validFrom ?? it.today}
          error={fields.validFrom}
        />
        <FreightGrid rows={rows} problems={fields} />
        <p>
          <Button size="lg" name="intent" value="save" busy={busy}>
            この内容で登録する
          </Button>
        </p>
        <Disclosure summary="都道府県・離島の行を追加する" open={answer?.added !== undefined || Boolean(fields.place)}>
          <div className="grid grid-cols-1 gap-3">
            {it.owner === 'platform' && (
              <TextField
                label="発地"
                name="origin"
                defaultValue={typed.origin ?? ''}
                help="都道府県の行の場合（例 関東）"
              />
            )}
            <TextField
              label="着地"
              name="place"
              defaultValue={typed.place ?? ''}
              error={fields.place}
              help="都道府県名、または離島の郵便番号の先頭（例 1001）。離島の金額は運賃に加算されます。金額をすべて空欄にすると、その行はなくなります"
            />
            <Button kind="line" name="intent" value="add" busy={busy}>
              行を追加する
            </Button>
          </div>
        </Disclosure>
        <Disclosure summary="CSVから入力する" open={Boolean(fields.csv)}>
          <div className="grid grid-cols-1 gap-3">
            {answer?.lines && (
              <Notice tone="akane">
                <ul>
                  {answer.lines.slice(0, 50).map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
                {answer.lines.length > 50 && `他${answer.lines.length - 50}件`}
              </Notice>
            )}
            <label className="grid gap-1 font-bold">
              <Explained inControl>CSVファイル</Explained>
              <input type="file" name="file" accept=".csv,text/csv" className="font-normal" />
            </label>
            <TextArea
              label="またはCSVの内容"
              name="csv"
              rows={6}
              defaultValue={typed.csv ?? ''}
              error={fields.csv}
              help="列：区分・発地・着地・60サイズ〜160サイズ。登録済みの表のCSVを元に作成できます"
            />
            <Button kind="line" name="intent" value="csv" busy={busy}>
              表に入力する
            </Button>
          </div>
        </Disclosure>
      </Form>
    </section>
  )
}

/** Which carrier, and with which figures to begin. */
function StartForm({ it }: Pick<Props, 'it'>) {
  const ofCarrier = it.tables.filter(({ carrier }) => carrier === it.carrier)
  return (
    <Disclosure summary="別の配送会社、または前の表からの変更率で始める" open={it.copied}>
      <div className="grid grid-cols-1 gap-4">
        <Form className="flex flex-wrap items-end gap-3" preventScrollReset>
          <TextField
            label="配送会社"
            name="carrier"
            list="freight-carriers"
            defaultValue={carrierName(it.carrier)}
            help="一覧にない配送会社は、名前を入力してください"
          />
          <datalist id="freight-carriers">
            {it.carriers.map(({ value, name }) => (
              <option key={value} value={name} />
            ))}
          </datalist>
          <Button kind="line">この配送会社で始める</Button>
        </Form>
        {(ofCarrier.length > 0 || it.owner === 'farm') && (
          <Form className="flex flex-wrap items-end gap-3" preventScrollReset>
            <input type="hidden" name="carrier" value={it.carrier} />
            <SelectField label="元にする表" name="copy">
              {ofCarrier.length === 0 && <option value="">運営の送料表</option>}
              {ofCarrier.map((table) => (
                <option key={table.id} value={table.id}>
                  第{table.number}版（{formatDayWithYear(table.validFrom)}から）
                </option>
              ))}
            </SelectField>
            <NumberField
              label="変更率"
              name="percent"
              suffix="％"
              min={-90}
              max={100}
              defaultValue={String(it.percent)}
            />
            <Button kind="line">計算して始める</Button>
          </Form>
        )}
      </div>
    </Disclosure>
  )
}
