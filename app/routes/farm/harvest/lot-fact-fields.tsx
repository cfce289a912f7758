import { type LotFact, type LotFacts, lotFacts } from '#modules/products/catalog/food-facts/lot-facts.ts'
import { TextField } from '#ui/field.tsx'
import type { Problem } from '#web/form.ts'
import { DayField } from './harvest-goods.tsx'

type Props = {
  /** Of which lot, or of the new one: fields of several forms stand on one page. */
  of: string
  asked: readonly LotFact[]
  known?: LotFacts
  problem: Problem | undefined
  today: string
}

/** What the label says of a harvest: 個体識別番号, 採卵日. */
export const LotFactFields = ({ of, asked, known = {}, problem, today }: Props) =>
  asked.map((name) => {
    const { label, help, format } = lotFacts[name]
    const id = `lot-${of}-${name}`
    const value = problem?.typed[name] ?? known[name]
    const error = problem?.fields[name]
    if (format === 'day') return <DayField key={name} {...{ id, name, label, value, error }} max={today} optional />
    return (
      <TextField
        key={name}
        {...{ id, name, label, error }}
        help={help}
        need="optional"
        defaultValue={value ?? ''}
        maxLength={60}
        autoComplete="off"
      />
    )
  })
