import { type OnShortage, plainInstructions, type ShortageTerms, shortageInstructions } from '#kernel/enums.ts'
import { formatYen } from '#kernel/format.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { FieldError } from '#ui/field-frame.tsx'
import { timeWord, usualAskUntil } from '../instruction.ts'
import { onShortageWord } from '../order-labels.ts'

const explained: Record<OnShortage, string> = {
  ship_what_there_is: '5箱のうち3箱しかない場合は、3箱のみ届きます。請求も3箱分です。',
  substitute: '選択した商品を、設定した金額まで、不足分の代替品として受け取ります。',
  drop_line: 'その商品が1つでも不足した場合、その商品はすべてキャンセルになります。他の商品は届きます。',
  all_or_nothing: 'その商品がそろわない場合、この農園の注文をすべてキャンセルします。取消料はかかりません。',
  ask: '農園が貴店に確認します。指定時刻までに回答がない場合は、下で選択したとおりに自動で決定します。',
}

export type Choice = {
  id: string
  name: string
  packLabel: string
  unitLabel: string
  priceYen: number
  catchWeight: boolean
}
type Props = {
  chosen: OnShortage
  terms: ShortageTerms
  /** Only for a line: the possible substitutes. */
  choices?: readonly Choice[]
  errors: Readonly<Record<string, string>>
}

/** 欠品時の指示 with its parameters; what a choice needs opens below it, also without script. */
export function InstructionFields({ chosen, terms, choices, errors }: Props) {
  const kinds = shortageInstructions.filter((kind) => kind !== 'substitute' || choices !== undefined)
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-2 font-bold">不足時の対応</legend>
      {kinds.map((kind) => (
        <div
          key={kind}
          className="group rounded-card border-[1.5px] border-line-strong bg-surface has-[>label>input:checked]:border-2 has-[>label>input:checked]:border-pine"
        >
          <label className="flex min-h-14 items-start gap-3 p-4">
            <input
              type="radio"
              name="onShortage"
              value={kind}
              defaultChecked={kind === chosen}
              className="mt-1 size-5 shrink-0 accent-pine"
            />
            <span className="grid gap-0.5">
              <span className="font-bold">{onShortageWord[kind]}</span>
              <span className="text-sub text-ink-2">{explained[kind]}</span>
            </span>
          </label>
          {kind === 'ask' && (
            <div className="hidden gap-3 border-t border-line p-4 group-has-[>label>input:checked]:grid sm:grid-cols-2">
              <TextField
                label="確認を待つ時刻"
                type="time"
                name="askUntil"
                defaultValue={timeWord(terms.askUntil ?? usualAskUntil).padStart(5, '0')}
                error={errors.askUntil}
              />
              <Otherwise of={kind} chosen={kind === chosen ? terms.otherwise : undefined} label="回答がない場合" />
            </div>
          )}
          {kind === 'substitute' && choices && (
            <div className="hidden gap-3 border-t border-line p-4 group-has-[>label>input:checked]:grid">
              <fieldset className="grid gap-1">
                <legend className="pb-1 text-sub font-bold">代替品として受け取る商品</legend>
                {choices.length === 0 && <p className="text-sub">この農園には、現在、代替品になる商品がありません。</p>}
                {choices.map((choice) => (
                  <label key={choice.id} className="flex min-h-11 items-center gap-3">
                    <input
                      type="checkbox"
                      name="substitute"
                      value={choice.id}
                      defaultChecked={terms.substitutes?.some((id) => id === choice.id)}
                      className="size-5 accent-pine"
                    />
                    <span className="min-w-0 grow">
                      {choice.name} <span className="text-sub text-ink-2">{choice.packLabel}</span>
                    </span>
                    <span className="num-col text-sub">
                      {formatYen(choice.priceYen)}/{choice.catchWeight ? 'kg' : choice.unitLabel}
                    </span>
                  </label>
                ))}
                {errors.substitute && <FieldError>{errors.substitute}</FieldError>}
              </fieldset>
              <div className="grid gap-3 sm:grid-cols-2">
                <TextField
                  label="代替品の上限金額"
                  name="maxYen"
                  inputMode="numeric"
                  autoComplete="off"
                  suffix="円"
                  help="税抜。これを超える金額の商品は送られません"
                  defaultValue={terms.substituteMaxYen ?? ''}
                  error={errors.maxYen}
                />
                <Otherwise of={kind} chosen={kind === chosen ? terms.otherwise : undefined} label="代替品もない場合" />
              </div>
            </div>
          )}
        </div>
      ))}
    </fieldset>
  )
}

type OtherwiseProps = { of: OnShortage; chosen: ShortageTerms['otherwise'] | undefined; label: string }

/** Each has its own name: hidden fields are sent as well. */
const Otherwise = ({ of, chosen, label }: OtherwiseProps) => (
  <SelectField label={label} name={`otherwise.${of}`} defaultValue={chosen ?? 'drop_line'}>
    {plainInstructions.map((plain) => (
      <option key={plain} value={plain}>
        {onShortageWord[plain]}
      </option>
    ))}
  </SelectField>
)
