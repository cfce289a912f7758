import { type CompositionEvent, useId, useRef } from 'react'
import { readingWhile, toKatakana } from '#kernel/kana.ts'
import { KanaField } from './kana-field.tsx'
import { TypedInput } from './typed-input.tsx'
import { writeInto } from './write-into.ts'
import '#styles/kit/field-group.css'

const parts = {
  lastName: { label: '姓', autoComplete: 'family-name' },
  firstName: { label: '名', autoComplete: 'given-name' },
  lastNameKana: { label: 'セイ', autoComplete: 'off' },
  firstNameKana: { label: 'メイ', autoComplete: 'off' },
} as const

export type NamePart = keyof typeof parts

type Props = {
  /** Ids are `<idPrefix>-<part>`, so that the summary of a form can link to them. */
  idPrefix?: string
  /** The values of the fields, and their errors, by part; names of the controls are the parts. */
  values?: Partial<Record<NamePart, string>> | undefined
  errors?: Partial<Record<NamePart, string>> | undefined
  legend?: string
  need?: 'required' | 'optional' | undefined
}

/** 姓・名 with セイ・メイ below, which are filled with the reading while the name is typed. Names are stored as typed. */
export function NameFields({ idPrefix, values, errors, legend = '名前', need = 'required' }: Props) {
  const made = useId()
  const idOf = (part: NamePart) => `${idPrefix ?? made}-${part}`
  const common = (part: NamePart) => ({
    ...parts[part],
    id: idOf(part),
    name: part,
    need,
    defaultValue: values?.[part],
    error: errors?.[part],
  })
  return (
    <fieldset className="field-group">
      <legend>{legend}</legend>
      <div className="field-pair">
        <TypedInput {...common('lastName')} {...useReading(idOf('lastNameKana'))} />
        <TypedInput {...common('firstName')} {...useReading(idOf('firstNameKana'))} />
        <KanaField {...common('lastNameKana')} />
        <KanaField {...common('firstNameKana')} />
      </div>
    </fieldset>
  )
}

/** Listens to the input method and writes the reading into the field with this id, until the user changes it there. */
function useReading(kanaId: string) {
  const reading = useRef('')
  const written = useRef('')

  function write(kana: string) {
    const field = document.getElementById(kanaId)
    // what was corrected manually, or was there before, is not overwritten
    if (!(field instanceof HTMLInputElement) || field.value !== written.current) return
    written.current = kana
    writeInto(field, kana)
  }
  return {
    onCompositionStart({ currentTarget: { value, selectionStart, selectionEnd } }: CompositionEvent<HTMLInputElement>) {
      reading.current = ''
      if (selectionStart === 0 && selectionEnd === value.length) write('')
    },
    onCompositionUpdate({ data }: CompositionEvent<HTMLInputElement>) {
      reading.current = readingWhile(data, reading.current)
    },
    onCompositionEnd({ data }: CompositionEvent<HTMLInputElement>) {
      if (data !== '') write(written.current + toKatakana(reading.current))
    },
    onInput({ currentTarget }: { currentTarget: HTMLInputElement }) {
      if (currentTarget.value === '') write('')
    },
  }
}
