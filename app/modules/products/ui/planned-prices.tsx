import { Form } from 'react-router'
import { formatDay, formatYen } from '#kernel/format.ts'
import type { JstDate } from '#kernel/jst.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import type { PlannedPrice } from '../prices/price-changes.server.ts'

type Props = {
  id: string
  planned: readonly PlannedPrice[]
  formKey: string
  tomorrow: JstDate
  furthest: JstDate
  problem: { fields: Readonly<Record<string, string>>; typed: Readonly<Record<string, string>> } | undefined
}

/** Planned prices, and a form for another. Regular buyers are notified as soon as it is saved. */
export function PlannedPrices({ id: productId, planned, formKey, tomorrow, furthest, problem }: Props) {
  const error = problem?.fields.from
  return (
    <>
      <OtherRules id={productId} />
      <section id="prices" aria-labelledby="prices-title" className="card grid scroll-mt-4 grid-cols-1 gap-4 p-4">
        <h2 id="prices-title" className="text-h3 font-bold">
          価格変更の予定
        </h2>
        {planned.length === 0 && <p className="text-ink-2">予定している価格変更はありません。</p>}
        <ul className="grid gap-2">
          {planned.map(({ id, from, priceYen }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {formatDay(from)}から <b className="num">{formatYen(priceYen)}</b>
              </span>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="id" value={id} />
                <Button kind="text" name="intent" value="unplan">
                  取り消す<span className="visually-hidden">：{formatDay(from)}から</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
        <Form method="post" noValidate preventScrollReset className="grid grid-cols-1 gap-4">
          <input type="hidden" name="key" value={formKey} />
          <div className="field">
            <label htmlFor="price-from">
              開始日<span className="required">必須</span>
            </label>
            <span className="field-line">
              <input
                id="price-from"
                type="date"
                name="from"
                min={tomorrow}
                max={furthest}
                defaultValue={problem?.typed.from ?? ''}
                className="field-control"
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? 'price-from-error' : undefined}
              />
            </span>
            {error && <FieldError id="price-from-error">{error}</FieldError>}
          </div>
          <NumberField
            id="price-next"
            name="nextPrice"
            label="新しい価格（税抜）"
            need="required"
            min={1}
            step={10}
            suffix="円"
            defaultValue={problem?.typed.nextPrice ?? ''}
            error={problem?.fields.nextPrice}
          />
          <TextField
            id="price-note"
            name="note"
            label="料理人へのメッセージ"
            need="optional"
            help="お知らせのメールに掲載されます。例 箱代が上がりました"
            maxLength={100}
            autoComplete="off"
            defaultValue={problem?.typed.note ?? ''}
          />
          <p>
            <Button name="intent" value="plan">
              確定して、よく注文する飲食店に通知する
            </Button>
          </p>
        </Form>
      </section>
    </>
  )
}

/** Quantity prices, agreed prices, and visibility: each on its own page. */
const OtherRules = ({ id }: { id: string }) => (
  <nav aria-label="その他の価格設定" className="flex flex-wrap gap-3">
    <ButtonLink to={`/farmer/products/tiers/${id}`} kind="line">
      数量別価格
    </ButtonLink>
    <ButtonLink to="/farmer/regulars" kind="line">
      お得意さま価格
    </ButtonLink>
    <ButtonLink to={`/farmer/products/audience/${id}`} kind="line">
      公開先を選択
    </ButtonLink>
  </nav>
)
