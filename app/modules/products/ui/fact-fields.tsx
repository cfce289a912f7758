import type { ProductFact } from '#modules/products/catalog/food-facts/food-facts.ts'
import { SelectField, TextArea, TextField } from '#ui/field.tsx'
import { type FieldsProps, goodsFieldId } from './product-fields.tsx'

/** One field of the form; `choices`: null if it is typed. */
export type AskedFact = {
  name: ProductFact
  label: string
  help: string
  choices: readonly string[] | null
  isFreeText: boolean
}

/** What is asked of a product about its label, by its kind of food. */
export type AskedFacts = {
  asked: readonly AskedFact[]
  required: readonly string[]
  /** Where a product is from that states no origin; null: it has to be stated. */
  origin: string | null
  warnings: readonly string[]
}

/** 食品表示: the facts that the law wants for this kind of food, and no others. */
export function FactFields({ facts, typed, errors }: FieldsProps & { facts: AskedFacts }) {
  if (facts.asked.length === 0) return null
  return (
    <section aria-labelledby="goods-facts-title" className="grid grid-cols-1 gap-6">
      <h3 id="goods-facts-title" className="text-h4 font-bold">
        食品表示
      </h3>
      <p className="text-ink-2">納品書・箱のラベル・商品の画面に印刷・表示されます。</p>
      {facts.warnings.map((warning) => (
        <p key={warning} role="status" className="rounded-control bg-tag-tint px-3 py-2 font-bold">
          {warning}
        </p>
      ))}
      {facts.asked.map((fact) => (
        <FactField key={fact.name} {...{ fact, facts, typed, errors }} />
      ))}
    </section>
  )
}

function FactField({ fact, facts, typed, errors }: FieldsProps & { fact: AskedFact; facts: AskedFacts }) {
  const { name, label, help, choices, isFreeText } = fact
  const isDefault = name === 'origin' && facts.origin !== null
  const field = {
    id: goodsFieldId(name),
    name,
    label,
    need: facts.required.includes(name) && !isDefault ? ('required' as const) : ('optional' as const),
    defaultValue: typed[name] ?? '',
    error: errors[name],
    help: isDefault ? `空欄の場合は${facts.origin}。${help}` : help || undefined,
  }
  if (choices)
    return (
      <SelectField {...field}>
        <option value="">選択</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </SelectField>
    )
  if (isFreeText) return <TextArea {...field} limit={300} rows={3} />
  return <TextField {...field} maxLength={60} autoComplete="off" />
}
