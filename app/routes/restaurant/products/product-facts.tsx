import type { ReactNode } from 'react'
import { formatDay } from '#kernel/format.ts'
import { allergenWord, methodWord } from '#modules/products/catalog/catalog-labels.ts'
import { gradeExplained } from '#modules/products/catalog/grade-labels.ts'
import type { LotSeen } from '#modules/products/catalog/related-products.server.ts'
import VoicesPart from '#modules/reviews/ui/voices-part.tsx'
import { Explained } from '#ui/explained.tsx'
import type { Route } from './+types/product.ts'

type Props = Pick<Route.ComponentProps, 'loaderData'>

/** Details for interested readers: the facts of the product, and reviews by kitchens. */
export default function ProductFacts({ loaderData }: Props) {
  return (
    <>
      <Facts loaderData={loaderData} />
      <VoicesPart {...loaderData} />
    </>
  )
}

function Facts({ loaderData: { product, beside } }: Props) {
  const grades = gradeExplained(product.grade)
  const facts: [string, ReactNode][] = [
    ['産地', product.origin],
    ...product.facts.map(({ label, value }): [string, ReactNode] => [label, value]),
    ['中身', product.contents !== '' && <Lines lines={product.contents.split('\n')} />],
    ['アレルゲン', product.allergens.map((allergen) => allergenWord[allergen]).join('、')],
    ['価格', product.catchWeight && byWeight],
    ['保存', product.storageNote],
    ['味と使い方', product.tasteNote],
    ['梱包', product.packingNote],
    ['栽培', <Explained key="method">{methodWord[product.method]}</Explained>],
    ['等級', grades.length > 0 && <Lines lines={grades} />],
    ['収穫', beside.lots.length > 0 && <Lots lots={beside.lots} />],
    ['残り', `${product.availableQty}${product.unitLabel}`],
  ]
  return (
    <dl className="border-t border-line">
      {facts
        .filter(([, said]) => said)
        .map(([word, said]) => (
          <div key={word} className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-3 border-b border-line py-3">
            <dt className="font-bold">{word}</dt>
            <dd>{said}</dd>
          </div>
        ))}
    </dl>
  )
}

const byWeight =
  '不定貫です。金額は、農園が計量した重量 × 1kgの単価で決まり、上限を超えることはありません。重量が確定したらお知らせします。'

/** The newest harvests, each with the lot printed on its box. */
const Lots = ({ lots }: { lots: readonly LotSeen[] }) => (
  <ul className="grid gap-1">
    {lots.map(({ code, harvestedOn, bestBeforeOn }) => (
      <li key={code} className="flex flex-wrap gap-x-3">
        <span>{formatDay(harvestedOn)} 収穫</span>
        <span className="text-sub text-ink-2">
          ロット <span className="num">{code}</span>
          {bestBeforeOn && `・期限 ${formatDay(bestBeforeOn)}`}
        </span>
      </li>
    ))}
  </ul>
)

const Lines = ({ lines }: { lines: readonly string[] }) => (
  <ul>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)
