import { useState } from 'react'
import { formatGrams, formatNumber } from '#kernel/format.ts'
import { type Verdict, verdicts } from '#kernel/words.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { FieldError, TextField } from '#ui/field.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import type { OrderLine } from '../order.ts'
import { verdictWord } from '../order-words.ts'

type Problem = { fields: Record<string, string>; typed: Record<string, string> }

/**
 * One line of the inspection (検収). 〇 needs nothing more. For the rest the number that can be
 * used is asked; without script these fields are always there.
 */
export function InspectLine({ line, problem }: { line: OrderLine; problem: Problem | undefined }) {
  const typed = (name: string) => problem?.typed[`${name}.${line.id}`]
  const said = verdicts.find((verdict) => verdict === typed('verdict')) ?? 'ok'
  const [verdict, setVerdict] = useState<Verdict>(said)
  // Hidden figures are not sent: a number typed before going back to 〇 would contradict it.
  const unasked = useHydrated() && verdict === 'ok'
  const shipped = line.quantities.shipped ?? { qty: 0, grams: null }
  const error = problem?.fields[`qty.${line.id}`]
  const weightError = problem?.fields[`kg.${line.id}`]
  return (
    <fieldset className="card grid min-w-0 gap-3 p-4">
      <legend className="visually-hidden">
        {line.name} {formatNumber(shipped.qty)}
        {line.unitLabel}
      </legend>
      <div className="flex items-center gap-3" aria-hidden="true">
        <span className="w-14 shrink-0 overflow-hidden rounded-control">
          <ProductPicture name={line.picture} alt="" sizes="3.5rem" className="aspect-square!" />
        </span>
        <p className="min-w-0 grow leading-snug">
          <span className="block font-bold">{line.name}</span>
          <span className="text-sub text-ink-2">{line.packLabel}</span>
        </p>
        <p className="text-end leading-tight">
          <span className="num text-h2">{formatNumber(shipped.qty)}</span>
          <span className="font-bold">{line.unitLabel}</span>
          {shipped.grams !== null && <span className="block text-sub">{formatGrams(shipped.grams)}</span>}
        </p>
      </div>
      <div className="grid grid-cols-5 gap-1.5">
        {verdicts.map((word) => (
          <label key={word} className="relative">
            <input
              type="radio"
              name={`verdict.${line.id}`}
              value={word}
              defaultChecked={word === said}
              onChange={() => setVerdict(word)}
              className="peer absolute inset-0 h-full w-full cursor-pointer opacity-0"
              aria-label={word === 'ok' ? '〇 よい' : verdictWord[word]}
            />
            <span
              className={`grid min-h-14 place-items-center rounded-control border-[1.5px] border-line-strong bg-surface px-0.5 text-center text-caption leading-tight font-bold tracking-normal peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus forced-colors:peer-checked:border-4 forced-colors:peer-checked:border-[Highlight] ${word === 'ok' ? 'text-h3! peer-checked:border-pine peer-checked:bg-pine peer-checked:text-on-pine' : 'peer-checked:border-akane peer-checked:bg-akane-tint peer-checked:text-akane'}`}
            >
              {verdictWord[word]}
            </span>
          </label>
        ))}
      </div>
      <div className={`grid gap-3 sm:grid-cols-2 ${verdict === 'ok' ? '[@media(scripting:enabled)]:hidden' : ''}`}>
        <TextField
          label="使える数"
          name={`qty.${line.id}`}
          inputMode="numeric"
          autoComplete="off"
          suffix={line.unitLabel}
          defaultValue={typed('qty') ?? shipped.qty}
          disabled={unasked}
          error={error}
        />
        {shipped.grams !== null && (
          <TextField
            label="使える重さ"
            need="optional"
            name={`kg.${line.id}`}
            inputMode="decimal"
            autoComplete="off"
            suffix="kg"
            help="空のままなら、数から計算します"
            defaultValue={typed('kg') ?? ''}
            disabled={unasked}
            error={weightError}
          />
        )}
        <div className="sm:col-span-2">
          <TextField
            label="気づいたこと"
            need="optional"
            name={`note.${line.id}`}
            autoComplete="off"
            maxLength={200}
            defaultValue={typed('note') ?? ''}
            error={problem?.fields[`note.${line.id}`]}
          />
        </div>
      </div>
      {problem?.fields[`verdict.${line.id}`] && <FieldError>{problem.fields[`verdict.${line.id}`]}</FieldError>}
    </fieldset>
  )
}
