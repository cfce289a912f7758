import { Form } from 'react-router'
import { formatYen } from '#kernel/format.ts'
import { FieldHeader } from '#modules/fulfilment/ui/field-header.tsx'
import { mostTiers } from '#modules/goods/prices/tiers.ts'
import { WhichPriceWins } from '#modules/goods/ui/which-price-wins.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Head } from '#ui/head.tsx'
import { Notice } from '#ui/notice.tsx'
import type { Route } from './+types/goods-tiers.ts'

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
          <Head as="span">数で安くする</Head>
        </h1>
      </FieldHeader>
      <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5 p-4 pb-24">
        <p className="text-lead">
          いまの値段は 1{it.per} <b className="num">{formatYen(it.listYen)}</b>（税抜）です。
          <br />
          いくつから、いくらにしますか。
        </p>
        {problem && (
          <Notice tone="akane">
            <span role="alert">{problem.summary}</span>
          </Notice>
        )}
        <Form method="post" noValidate className="grid grid-cols-1 gap-5" key={it.version}>
          <input type="hidden" name="version" value={it.version} />
          {rowsFor(it.tiers.length).map((row) => (
            <fieldset key={row} className="card grid grid-cols-1 gap-4 p-4 sm:grid-cols-2">
              <legend className="float-left w-full text-h4 font-bold sm:col-span-2">{row + 1}段目</legend>
              <NumberField
                id={`qty-${row}`}
                name={`qty.${row}`}
                label="いくつから"
                min={2}
                max={9_999}
                suffix={`${it.unitLabel}から`}
                defaultValue={problem?.typed[`qty.${row}`] ?? it.tiers[row]?.fromQty ?? ''}
                error={problem?.fields[`qty.${row}`]}
              />
              <NumberField
                id={`price-${row}`}
                name={`price.${row}`}
                label={`1${it.per}の値段（税抜）`}
                min={1}
                step={10}
                suffix="円"
                defaultValue={problem?.typed[`price.${row}`] ?? it.tiers[row]?.priceYen ?? ''}
                error={problem?.fields[`price.${row}`]}
              />
              {(it.tiers[row]?.priceYen ?? 0) >= it.listYen && (
                <p className="font-bold text-kaki-ink sm:col-span-2">
                  いまの値段より安くないので、この段は使われません。
                </p>
              )}
            </fieldset>
          ))}
          <p className="text-ink-2">使わない段は、空のままにします。ぜんぶ空にして保存すると、やめられます。</p>
          <WhichPriceWins />
          <p className="flex flex-wrap gap-3">
            <Button size="lg">保存する</Button>
            <ButtonLink kind="line" size="lg" to={`/farmer/products/edit/${it.id}?step=price`}>
              もどる
            </ButtonLink>
          </p>
        </Form>
      </div>
    </>
  )
}
