import { ChevronDown } from 'lucide-react'
import { Suspense, useState } from 'react'
import { claimWishes, type Verdict, verdicts } from '#kernel/enums.ts'
import { formatGrams, formatNumber } from '#kernel/format.ts'
import { isDivisible, partHelp } from '#modules/pricing/part-of-unit.ts'
import { useHydrated } from '#ui/browser-state.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { ProductPicture } from '#ui/picture.tsx'
import { wishWord } from '../claims/claim-labels.ts'
import type { OrderLine } from '../order.ts'
import { verdictWord } from '../order-labels.ts'
import ClaimPhotosField from './claim-photos-field.tsx' with { load: 'later' }

type Problem = { fields: Record<string, string>; typed: Record<string, string> }
type Props = {
  line: OrderLine
  problem: Problem | undefined /** Photos stored already, from a refused form. */
  kept: readonly string[]
}

/**
 * One line of the inspection (検収): a row with 〇. Opened, it asks what is wrong, how much can be used, for a photo, and
 * for the wanted remedy. Without script the row opens as well, and every field is shown.
 */
export function InspectLine({ line, problem, kept }: Props) {
  const typed = (name: string) => problem?.typed[`${name}.${line.id}`]
  const error = (name: string) => problem?.fields[`${name}.${line.id}`]
  const said = verdicts.find((verdict) => verdict === typed('verdict')) ?? 'ok'
  const [verdict, setVerdict] = useState<Verdict>(said)
  // Hidden numbers are not sent: one typed before going back to 〇 would contradict it.
  const hydrated = useHydrated()
  const unasked = hydrated && verdict === 'ok'
  const shipped = line.quantities.shipped ?? { qty: 0, grams: null }
  const divisible = shipped.grams === null && isDivisible(line.unitLabel)
  const wrong = ['verdict', 'qty', 'kg', 'note', 'photo'].some((name) => error(name))
  return (
    <details className="card group min-w-0" open={said !== 'ok' || wrong || undefined}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 px-3 py-1.5 [&::-webkit-details-marker]:hidden">
        <span className="w-10 shrink-0 overflow-hidden rounded-control" aria-hidden="true">
          <ProductPicture name={line.picture} alt="" sizes="2.5rem" className="aspect-square!" />
        </span>
        <span className="min-w-0 grow leading-tight">
          <span className="block font-bold">{line.name}</span>
          <span className="text-caption text-ink-2">{line.packLabel}</span>
        </span>
        <span className="shrink-0 text-end leading-tight">
          <span className="num text-h3">{formatNumber(shipped.qty)}</span>
          <span className="font-bold">{line.unitLabel}</span>
          {shipped.grams !== null && <span className="block text-caption">{formatGrams(shipped.grams)}</span>}
        </span>
        <span
          className={`grid min-h-11 w-14 shrink-0 place-items-center rounded-control text-center text-caption leading-tight font-bold ${verdict === 'ok' ? 'bg-pine text-h4! text-on-pine' : 'border-[1.5px] border-akane bg-akane-tint text-akane'}`}
        >
          {verdictWord[verdict]}
        </span>
        <ChevronDown aria-hidden="true" size={20} className="shrink-0 text-ink-2 group-open:rotate-180" />
      </summary>
      <fieldset className="grid min-w-0 gap-3 border-t border-line p-3">
        <legend className="visually-hidden">{line.name}の状態</legend>
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
                aria-label={word === 'ok' ? '〇 問題なし' : verdictWord[word]}
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
            label="良品数"
            name={`qty.${line.id}`}
            inputMode={divisible ? 'text' : 'numeric'}
            autoComplete="off"
            suffix={line.unitLabel}
            help={divisible ? partHelp(line.unitLabel) : undefined}
            defaultValue={typed('qty') ?? shipped.qty}
            disabled={unasked}
            error={error('qty')}
          />
          {shipped.grams !== null && (
            <TextField
              label="良品の重さ"
              need="optional"
              name={`kg.${line.id}`}
              inputMode="decimal"
              autoComplete="off"
              suffix="kg"
              help="空欄の場合は、数量から計算します"
              defaultValue={typed('kg') ?? ''}
              disabled={unasked}
              error={error('kg')}
            />
          )}
          <div className="sm:col-span-2">
            {kept.map((key) => (
              <input key={key} type="hidden" name={`kept.${line.id}.${key}`} value="on" />
            ))}
            {!unasked && (
              <Suspense>
                <ClaimPhotosField
                  // stored photos are not sent again
                  key={kept.join()}
                  name={`photo.${line.id}`}
                  label={`写真（${line.name}）`}
                  help={`${hydrated ? '' : '「不足」以外は必須です。'}少額の場合は、写真のみで自動承認されます`}
                  need={hydrated ? (verdict === 'short' ? 'optional' : 'required') : 'none'}
                  kept={kept.length}
                  error={error('photo')}
                />
              </Suspense>
            )}
          </div>
          <SelectField
            label="ご希望の対応"
            name={`wish.${line.id}`}
            defaultValue={typed('wish') ?? 'credit'}
            disabled={unasked}
          >
            {claimWishes.map((wish) => (
              <option key={wish} value={wish}>
                {wishWord[wish]}
              </option>
            ))}
          </SelectField>
          <TextField
            label="備考"
            need="optional"
            name={`note.${line.id}`}
            autoComplete="off"
            maxLength={200}
            defaultValue={typed('note') ?? ''}
            error={error('note')}
          />
        </div>
        {error('verdict') && <FieldError>{error('verdict')}</FieldError>}
      </fieldset>
    </details>
  )
}
