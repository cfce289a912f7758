import { Form } from 'react-router'
import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import { NotFound } from '#kernel/errors.ts'
import { formatYen } from '#kernel/format.ts'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { FieldHeader } from '#modules/ordering/fulfilment/ui/field-header.tsx'
import { priceTiers, setTiers } from '#modules/products/prices/tiers.server.ts'
import { mostTiers } from '#modules/products/prices/tiers.ts'
import { WhichPriceWins } from '#modules/products/ui/which-price-wins.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import { job, jobs } from '#web/jobs.server.ts'
import { page, pageAction } from '#web/page.server.ts'
import { ownMeta } from '#web/page-meta.ts'
import { copyOf, readForm } from '#web/read-form.server.ts'
import type { Route } from './+types/goods-tiers.ts'

export const meta = () => ownMeta('数量別価格')

export const loader = page(async (ctx, { params }: Route.LoaderArgs) => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.change', { farmId })
  return priceTiers(ctx, productIn(params))
})

function productIn({ id }: { id?: string | undefined }): ProductId {
  const found = parseId<'product'>(id)
  if (!found) throw new NotFound('product')
  return found
}

export const action = pageAction(
  jobs({
    tiers: job(setTiers, {
      fields: ({ params }: Route.ActionArgs) => ({ id: productIn(params) }),
      read: (form) => {
        const said = copyOf(form)
        for (const name of form.keys()) if (form.get(name) === '') said.delete(name)
        return readForm(Rows, said, form)
      },
      done: ({ name, changed }, { id, tiers }) => {
        const said = !changed
          ? '変更点はありませんでした。'
          : tiers.length > 0
            ? `「${name}」の数量別価格を保存しました。料理人の画面に反映されています。`
            : `「${name}」の数量別価格を終了しました。`
        return redirectWithFlash(`/farmer/products/tiers/${id}`, said)
      },
    }),
  }),
)

const { tiers, ...others } = setTiers.declaration.input
/** Empty rows are left out; a row with only one of its two halves gets an error for the other. */
const Rows = z.object({
  ...others,
  tiers: z
    .array(tiers.element.optional())
    .max(mostTiers)
    .default([])
    .transform((rows) => rows.filter((row) => row !== undefined)),
})

/** Fewer rows than may be said: one more comes when these are filled. */
const rowsFor = (known: number) => Array.from({ length: Math.min(mostTiers, Math.max(2, known + 1)) }, (_, row) => row)

/** 5箱から ¥1,650: what each costs when more are taken. One product, one question. */
export default function GoodsTiersScreen({ loaderData: it, actionData, matches }: Route.ComponentProps) {
  const problem = actionData?.problem
  return (
    <>
      <FieldHeader
        facts={matches[1].loaderData.facts}
        back={{ to: `/farmer/products/edit/${it.id}?step=price`, word: it.name }}
        line={null}
      >
        <h1 className="text-h2">
          <Head as="span">数量別価格</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 lg:mx-0 lg:max-w-4xl pb-24 lg:px-8">
        <p className="text-lead">
          現在の単価は 1{it.per} <b className="num">{formatYen(it.listYen)}</b>（税抜）です。
          <br />
          数量と単価を入力してください。
        </p>
        {problem && (
          <Notice tone="akane">
            <span role="alert">{problem.summary}</span>
          </Notice>
        )}
        <Form method="post" noValidate className="grid grid-cols-1 gap-5" key={it.version}>
          <input type="hidden" name="intent" value="tiers" />
          <input type="hidden" name="version" value={it.version} />
          {rowsFor(it.tiers.length).map((row) => (
            <fieldset key={row} className="card grid grid-cols-1 gap-4 p-4 sm:grid-cols-2">
              <legend className="float-left w-full text-h4 font-bold sm:col-span-2">{row + 1}段階目</legend>
              <NumberField
                id={`qty-${row}`}
                name={`tiers[${row}].fromQty`}
                label="数量"
                min={2}
                max={9_999}
                suffix={`${it.unitLabel}から`}
                defaultValue={problem?.typed[`tiers[${row}].fromQty`] ?? it.tiers[row]?.fromQty ?? ''}
                error={problem?.fields[`tiers[${row}].fromQty`]}
              />
              <NumberField
                id={`price-${row}`}
                name={`tiers[${row}].priceYen`}
                label={`1${it.per}の単価（税抜）`}
                min={1}
                step={10}
                suffix="円"
                defaultValue={problem?.typed[`tiers[${row}].priceYen`] ?? it.tiers[row]?.priceYen ?? ''}
                error={problem?.fields[`tiers[${row}].priceYen`]}
              />
              {(it.tiers[row]?.priceYen ?? 0) >= it.listYen && (
                <p className="font-bold text-kaki-ink sm:col-span-2">
                  現在の単価より低くないため、この段階は適用されません。
                </p>
              )}
            </fieldset>
          ))}
          <p className="text-ink-2">使わない段階は空欄にします。すべて空欄にして保存すると、終了します。</p>
          <WhichPriceWins />
          <p className="flex flex-wrap gap-3">
            <Button size="lg">保存する</Button>
            <ButtonLink kind="line" size="lg" to={`/farmer/products/edit/${it.id}?step=price`}>
              戻る
            </ButtonLink>
          </p>
        </Form>
      </div>
    </>
  )
}
