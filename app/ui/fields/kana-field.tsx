import { kanaRefusalText, readKana } from '#kernel/kana.ts'
import { type LineProps, TypedInput } from './typed-input.tsx'

/** フリガナ. ひらがな and half-width kana are accepted and become カタカナ when the field is left. */
export const KanaField = (line: LineProps) => (
  <TypedInput
    autoComplete="off"
    {...line}
    tidy={(typed) => {
      const read = readKana(typed)
      return read.ok ? read.value : typed
    }}
    complaint={(typed) => {
      const read = readKana(typed)
      return read.ok ? undefined : kanaRefusalText(read.refusal)
    }}
  />
)
