import { categories, methods, pieceUnits } from '#kernel/enums.ts'
import { grams } from '#kernel/grams.ts'
import type { FarmId, ProductId } from '#kernel/ids.ts'
import { readNumber, readWeight } from '#kernel/typed-number.ts'
import { yen } from '#kernel/yen.ts'
import type { ProductCard as Product } from '#modules/products/catalog/product-cards.server.ts'
import { ProductCard } from '#modules/products/catalog/ui/product-card.tsx'
import type { Percents } from '#modules/products/catalog/ui/product-price.tsx'
import type { ProductTexts } from '../product-fields.ts'
import { useTyped } from './use-typed.ts'

type PreviewFarm = { id: FarmId; name: string; crest: string; place: string; prefectureCode: string }

type Props = {
  id: ProductId
  typed: ProductTexts
  picture: string
  farm: PreviewFarm
  percents: Percents
  /** The form whose fields are shown while the user types. */
  formId: string
}

/** The card that chefs will see, with the current input; updates as the user types, where script runs. */
export default function LivePreview({ formId, typed, ...rest }: Props) {
  const now = useTyped(formId, typed)
  return (
    <section aria-label="料理人の画面での表示" className="grid grid-cols-1 gap-2">
      <p className="text-sub font-bold text-ink-2">料理人にはこのように表示されます</p>
      <ul className="w-full max-w-60" inert>
        <ProductCard
          product={asCard(now, rest)}
          percents={rest.percents}
          priceless="価格を入力すると、ここに表示されます"
        >
          <span className="btn w-full px-2" data-kind="pine">
            かごに追加
          </span>
        </ProductCard>
      </ul>
    </section>
  )
}

/** What can already be shown; missing or invalid values are left out without an error. */
function asCard(typed: ProductTexts, { id, picture, farm }: Pick<Props, 'id' | 'picture' | 'farm'>): Product {
  const price = readNumber(typed.priceYen ?? '', { min: 1 })
  const weight = readWeight(typed.netGrams ?? '', { unit: 'kg', min: grams(1) })
  const pieces = readNumber(typed.pieceCount ?? '', { min: 1 })
  const tolerance = readNumber(typed.tolerancePercent ?? '', { min: 1, max: 50 })
  const byWeight = typed.catchWeight === 'true' && weight.ok
  const unit = typed.unitLabel || '箱'
  const amount = typed.netGrams ? `${typed.netGrams}kg` : ''
  return {
    id,
    name: typed.name || typed.item || '商品名',
    category: categories.find((it) => it === typed.category) ?? 'leaf',
    method: methods.find((it) => it === typed.method) ?? 'conventional',
    packLabel: typed.packLabel || (byWeight ? `1${unit} 約${amount}` : `${amount}${unit}`),
    unitLabel: unit,
    picture,
    temperature: typed.temperature === 'chilled' || typed.temperature === 'frozen' ? typed.temperature : 'ambient',
    taxKind: typed.taxKind === 'standard' ? 'standard' : 'food',
    stars: null,
    priceYen: price.ok ? yen(price.value) : null,
    listYen: price.ok ? yen(price.value) : null,
    why: 'list',
    tiers: [],
    catchWeight: byWeight,
    netGrams: weight.ok ? weight.value : null,
    pieceCount: pieces.ok ? pieces.value : null,
    pieceUnit: pieceUnits.find((unit) => unit === typed.pieceUnit) ?? '個',
    tolerancePercent: byWeight ? (tolerance.ok ? tolerance.value : 10) : null,
    minQty: 1,
    maxQty: 99,
    orderStep: 1,
    availableQty: 99,
    farm,
  }
}
