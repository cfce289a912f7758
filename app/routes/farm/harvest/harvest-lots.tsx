import { Form } from 'react-router'
import { formatDay } from '#kernel/format.ts'
import type { OwnLot } from '#modules/products/harvest/lots.server.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import type { Problem } from '#web/form.ts'
import { DayField } from './harvest-goods.tsx'
import type { Loaded } from './harvest-screen.tsx'
import { LotFactFields } from './lot-fact-fields.tsx'

export function Lots({ it, problem: said }: { it: Loaded; problem: Problem | undefined }) {
  const [problem, changed] = said?.typed.intent === 'lotFacts' ? [undefined, said] : [said, undefined]
  return (
    <section id="lots" aria-labelledby="lots-title" className="grid scroll-mt-4 grid-cols-1 gap-4">
      <h2 id="lots-title" className="text-h3 font-bold">
        収穫記録
      </h2>
      <p className="text-ink-2">箱ごとの収穫日の記録です。本日分は、箱詰めのときに1回押すだけでも記録できます。</p>
      {it.mayRecord && it.goods.length > 0 && (
        <details className="card p-4" open={problem ? true : undefined}>
          <summary className="min-h-(--target) cursor-pointer content-center font-bold">収穫を記録する</summary>
          <Form method="post" noValidate className="grid grid-cols-1 gap-4 pt-3">
            <SelectField
              id="lot-product"
              name="productId"
              label="商品"
              need="required"
              defaultValue={problem?.typed.productId ?? ''}
              error={problem?.fields.productId}
            >
              <option value="">選択</option>
              {it.goods.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </SelectField>
            <DayField
              id="lot-day"
              name="harvestedOn"
              label="収穫日"
              max={it.today}
              value={problem?.typed.harvestedOn ?? it.today}
              error={problem?.fields.harvestedOn}
            />
            <NumberField
              id="lot-qty"
              name="qty"
              label="収穫数"
              need="optional"
              min={1}
              defaultValue={problem?.typed.qty ?? ''}
              error={problem?.fields.qty}
            />
            <DayField
              id="lot-best"
              name="bestBeforeOn"
              label="期限"
              min={it.today}
              value={problem?.typed.bestBeforeOn}
              error={problem?.fields.bestBeforeOn}
              optional
            />
            <TextField
              id="lot-code"
              name="code"
              label="ロット記号"
              need="optional"
              help={`空欄の場合 ${it.todaysCode} のように、日付から付きます`}
              maxLength={20}
              defaultValue={problem?.typed.code ?? ''}
              error={problem?.fields.code}
              autoComplete="off"
            />
            <LotFactFields of="new" asked={it.lotFacts} problem={problem} today={it.today} />
            <Button name="intent" value="lot">
              記録する
            </Button>
          </Form>
        </details>
      )}
      <LotList lots={it.lots} mayRecord={it.mayRecord} problem={changed} today={it.today} />
    </section>
  )
}

/** The newest ones shown initially; two weeks of a farm are too many to scroll through. */
const lotsAtOnce = 8

type ListProps = { mayRecord: boolean; problem: Problem | undefined; today: string }

function LotList({ lots, ...rest }: ListProps & { lots: readonly OwnLot[] }) {
  const older = lots.slice(lotsAtOnce)
  return (
    <div className="card">
      <ul>
        {lots.slice(0, lotsAtOnce).map((lot) => (
          <Lot key={lot.id} lot={lot} {...rest} />
        ))}
        {lots.length === 0 && <li className="p-4 text-ink-2">直近2週間の収穫の記録はありません。</li>}
      </ul>
      {older.length > 0 && (
        <details className="border-t border-line">
          <summary className="min-h-(--target) cursor-pointer content-center px-3 font-bold">
            他の<span className="num px-0.5">{older.length}</span>件を見る
          </summary>
          <ul>
            {older.map((lot) => (
              <Lot key={lot.id} lot={lot} {...rest} />
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

const Lot = ({ lot, mayRecord, problem, today }: ListProps & { lot: OwnLot }) => (
  <li className="grid gap-0.5 border-t border-line p-3 first:border-t-0">
    <b>{lot.name}</b>
    <span className="text-sub">
      {formatDay(lot.harvestedOn)}　ロット記号 <span className="num">{lot.code}</span>
      {lot.qty !== null && `　${lot.qty}`}
      {lot.bestBeforeOn && `　期限 ${formatDay(lot.bestBeforeOn)}`}
      {lot.used > 0 && `　箱詰め済み ${lot.used}`}
    </span>
    {lot.label && <span className="text-sub">{lot.label}</span>}
    {lot.note && <span className="text-sub text-ink-2">{lot.note}</span>}
    {mayRecord && lot.asked.length > 0 && (
      <LotFactsForm lot={lot} problem={problem?.typed.id === lot.id ? problem : undefined} today={today} />
    )}
  </li>
)

/** The harvest that was named during packing has no facts yet: they are stated here. */
const LotFactsForm = ({ lot, problem, today }: Omit<ListProps, 'mayRecord'> & { lot: OwnLot }) => (
  <details open={problem ? true : undefined}>
    <summary className="min-h-(--target) cursor-pointer content-center font-bold underline">
      食品表示
      <span className="visually-hidden">
        ：{lot.name} {lot.code}
      </span>
    </summary>
    <Form method="post" noValidate className="grid grid-cols-1 gap-4 pt-2">
      <input type="hidden" name="id" value={lot.id} />
      <input type="hidden" name="qty" value={lot.qty ?? ''} />
      <input type="hidden" name="note" value={lot.note} />
      <DayField
        id={`lot-${lot.id}-best`}
        name="bestBeforeOn"
        label="期限"
        value={problem?.typed.bestBeforeOn ?? lot.bestBeforeOn ?? ''}
        error={problem?.fields.bestBeforeOn}
        optional
      />
      <LotFactFields of={lot.id} asked={lot.asked} known={lot.facts} problem={problem} today={today} />
      <Button name="intent" value="lotFacts">
        保存する
      </Button>
    </Form>
  </details>
)
