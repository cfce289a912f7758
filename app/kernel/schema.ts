import { z } from 'zod'
import { emailRefusalText, readEmail } from './email.ts'
import { carriers, categories, orderStates, plainInstructions, shortageInstructions, slots, verdicts } from './enums.ts'
import { type Grams, grams } from './grams.ts'
import { type Id, parseId } from './ids.ts'
import { type MinuteOfDay, parseJstDate, type Weekday } from './jst.ts'
import { nameRefusal, nameRefusalText } from './name.ts'
import { lengthOf } from './text.ts'
import { dayRefusalText, readDay } from './typed-day.ts'
import { numberRefusalText, readNumber, readWeight } from './typed-number.ts'

z.config(z.locales.ja())

/**
 * The building blocks of inputs: what a use case takes is declared with them once, and the JSON of the API, the fields of
 * forms and the static types follow from it. Every schema is built once, when the file is loaded.
 */

/**
 * How a form's text becomes the input of a schema, where the type alone does not say it (web/read-form.server.ts).
 * `exact`: spaces around the text belong to it.
 */
export const formText = z.registry<{ read: (text: string) => unknown; exact?: true }>()

const most = 9_999

/** A count: a strict JSON integer. A string, a fraction or a huge number is refused. */
export const Quantity = (least: 0 | 1, sentence = `数量は${least}以上の整数で入力してください（例 12）。`) =>
  z.int(sentence).min(least, sentence).max(most, `数量は${most}以下で入力してください。`)

/** A whole number within bounds, with the sentences of the number field (kernel/typed-number.ts). */
export const Whole = ({ min, max, unit = '' }: { min: number; max: number; unit?: string }) =>
  z
    .int({
      error: ({ input }) => {
        const read = readNumber(typeof input === 'number' || typeof input === 'string' ? String(input) : '')
        return read.ok ? numberRefusalText('not_a_number') : numberRefusalText(read.refusal, read.detail)
      },
    })
    .min(min, numberRefusalText('too_small', { min, unit }))
    .max(max, numberRefusalText('too_large', { max, unit }))

/** In JSON whole grams, in forms kilograms as typed. */
export const GramsIn = z
  .int('重量はグラムの整数で入力してください（例 2685）。')
  .min(0, '重量は0以上のグラムで入力してください。')
  .max(10_000_000, '重量が大きすぎます。グラムで入力してください。')
  .transform((weight): Grams => grams(weight))
  .register(formText, {
    read: (text) => {
      const weight = readWeight(text, { unit: 'kg' })
      return weight.ok ? weight.value : text
    },
  })

/** One of our ids. In a path a malformed one is answered as not found (problems.server.ts). `missing`: for a choice. */
export const IdOf = <Of extends string>(what: string, missing?: string) =>
  z
    .uuid({ error: ({ input }) => (input === undefined ? missing : undefined) ?? `${what}のIDの形式が違います。` })
    .transform((text, issue): Id<Of> => {
      const id = parseId<Of>(text)
      if (id) return id
      issue.addIssue({ code: 'custom', message: `${what}のIDの形式が違います。` })
      return z.NEVER
    })

/** The order that it is about; in the API a part of the path. */
export const OrderIdIn = IdOf<'order'>('注文')

const notADay = '日付は YYYY-MM-DD の形式で入力してください（例 2026-11-25）。'

/** A business day of Japan; in forms also `2026/11/25` and `２０２６年１１月２５日`. */
export const DayOr = (error: string, missing = error) =>
  z.iso
    .date({ error: ({ input }) => (input === undefined ? missing : error) })
    .transform((text, issue) => {
      const day = text.startsWith('20') ? parseJstDate(text) : null
      if (day) return day
      issue.addIssue({ code: 'custom', message: error })
      return z.NEVER
    })
    .register(formText, {
      read: (text) => {
        const day = readDay(text)
        return day.ok ? day.value : text
      },
    })
export const DayIn = DayOr(notADay, dayRefusalText('empty'))

const clock = '時刻は 9:30 の形式で入力してください。'

/** A time of the day in Japan, typed as `9:30`; minutes since midnight. */
export const TimeOfDayIn = z
  .string(clock)
  .regex(/^([01]?\d|2[0-3]):[0-5]\d$/, clock)
  .transform((text) => {
    const [hours = 0, minutes = 0] = text.split(':').map(Number)
    return (hours * 60 + minutes) as MinuteOfDay
  })
  .describe('日本時間。例 9:30')

export const YesNo = z.boolean('true か false を指定してください。')

/** Days of the week. */
export const WeekdaysIn = z
  .array(
    z
      .int('曜日は0（日曜）〜6（土曜）の整数です。')
      .min(0, '曜日は0（日曜）〜6（土曜）の整数です。')
      .max(6, '曜日は0（日曜）〜6（土曜）の整数です。')
      .transform((day) => day as Weekday),
  )
  .max(7)
  .describe('0 日曜〜6 土曜')

/** Free text, with the sentence for nothing at all; PostgreSQL does not store NUL. */
export const Text = (least: number, longest: number, missing?: string) =>
  z
    .string(missing ?? '文字で入力してください。')
    .min(least, missing ?? '入力してください。')
    .refine((text) => lengthOf(text) <= longest, `${longest}文字以下で入力してください。`)
    .refine((text) => !text.includes('\0'), '使用できない文字が含まれています。')
    .meta({ maxLength: longest })

/** Text written in a form, trimmed. */
export const Written = (longest: number, missing: string) =>
  z
    .string(missing)
    .trim()
    .min(1, missing)
    .refine((text) => lengthOf(text) <= longest, `${longest}文字以下で入力してください。`)
    .refine((text) => !text.includes('\0'), '使用できない文字が含まれています。')

/** A password as it was typed. What it has to be is refused by the use case (identity/password-policy.ts). */
export const PasswordIn = z
  .string()
  .max(128, 'パスワードが長すぎます。')
  .default('')
  .register(formText, { read: (text) => text, exact: true })

/** The version of a row that its editor has seen; the next one also fits PostgreSQL's integer. */
export const RowVersion = z.int().min(1).max(2_147_483_646)

/** A public name (kernel/name.ts). */
export const NameText = (least: number, longest: number) =>
  Text(least, longest).superRefine((text, issue) => {
    const refusal = nameRefusal(text)
    if (refusal) issue.addIssue({ code: 'custom', message: nameRefusalText[refusal] })
  })

/** An e-mail address as users type it. */
export const EmailIn = z
  .string({ error: ({ input }) => (input === undefined ? emailRefusalText('empty') : '文字で入力してください。') })
  .transform((typed, issue) => {
    const email = readEmail(typed)
    if (email.ok) return email.value
    issue.addIssue({ code: 'custom', message: emailRefusalText(email.refusal) })
    return z.NEVER
  })

export const Limit = z.coerce
  .number({ error: 'limit は1〜100の整数です。' })
  .int('limit は1〜100の整数です。')
  .min(1, 'limit は1〜100の整数です。')
  .max(100, 'limit は1〜100の整数です。')

/** A bound of a search by amount, in whole yen. */
export const YenAsked = z.coerce
  .number({ error: '金額は整数で入力してください。' })
  .int('金額は整数で入力してください。')
  .min(-999_999_999, '金額が大きすぎます。')
  .max(999_999_999, '金額が大きすぎます。')

/** The cursor of a list: a moment and an id. Opaque to clients. */
export const CursorOf = <Of extends string>() =>
  z
    .string()
    .max(200, 'after には前回の応答の next をそのまま指定してください。')
    .transform((text, issue): { at: Date; id: Id<Of> } => {
      const [moment = '', idText] = Buffer.from(text, 'base64url').toString().split(' ')
      const id = parseId<Of>(idText)
      const at = new Date(moment)
      if (id && /^20\d\d-/.test(moment) && !Number.isNaN(at.getTime())) return { at, id }
      issue.addIssue({ code: 'custom', message: 'after には前回の応答の next をそのまま指定してください。' })
      return z.NEVER
    })

export const cursorText = (at: Date, id: string): string =>
  Buffer.from(`${at.toISOString()} ${id}`).toString('base64url')

/** One of these words. */
export const choice = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `${words.join('、')} のいずれかを指定してください。` })

export const Slot = choice(slots).describe('お届けの時間帯。配送会社への希望であり、保証ではありません')
export const Category = choice(categories)
export const OnShortage = choice(shortageInstructions).describe(
  '不足時：出荷可能な数量のみ（ship_what_there_is）／指定した代替品（substitute）／その商品をキャンセル（drop_line）／すべてそろわない場合はこの農園の注文をキャンセル（all_or_nothing）／指定時刻まで確認を待つ（ask）',
)
export const OrderState = choice(orderStates)
export const CarrierName = choice(carriers)
export const ShortageReasonIn = choice(['harvest', 'quality', 'weather', 'pests', 'other']).describe(
  '不足の理由：収穫不足・品質不良・天候・鳥獣害・その他',
)
export const VerdictIn = choice(verdicts).describe('検収：〇・不足・傷み・商品違い・温度')

/** A JSON object with these fields and no others: a misspelt name is reported, not ignored. */
export const Body = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'unrecognized_keys') return `不明な項目があります：${issue.keys.join('、')}`
      return issue.code === 'invalid_type' ? 'JSONのオブジェクトを送ってください。' : undefined
    },
  })

/** The header of every mutation that must not happen twice. */
export const KeyHeader = z.object({
  'idempotency-key': z
    .string('Idempotency-Key を付けてください。')
    .min(8, 'Idempotency-Key は8文字以上です。')
    .max(200, 'Idempotency-Key は200文字までです。')
    .describe('この操作のキー（8〜200文字、UUIDなど）。同じキーで再送しても処理は1回のみで、同じ応答が返ります'),
})

export const KitchenChoice = IdOf<'kitchen'>('店舗').optional().describe('どの店舗の分か。省略すると自分の最初の店舗')

/** Parts of an instruction for a shortage. */
export const AskUntil = z
  .int('整数を入力してください。')
  .min(0)
  .max(1439)
  .transform((minute) => minute as MinuteOfDay)
  .describe('確認を待つ時刻。0時からの分数')
export const Otherwise = z
  .enum(plainInstructions, { error: 'ship_what_there_is か drop_line を指定してください。' })
  .describe('回答または代替品がない場合')
/** What a restaurant can state for all products alike; substitutes are named for one. */
export const PlainOrAsk = z.enum(['ship_what_there_is', 'drop_line', 'all_or_nothing', 'ask'], {
  error: 'ship_what_there_is・drop_line・all_or_nothing・ask のいずれかを指定してください。',
})

/** A file that was sent along, as it arrived. */
export const Bytes = z.custom<Uint8Array>((it) => it instanceof Uint8Array)

/**
 * A file as base64 of at most `maxBytes`. It is searched for a wrong letter instead of matched as a whole: a pattern
 * over all of it keeps every position to come back to, and more than ten million of those overflow the stack.
 */
export const Base64 = (what: string, maxBytes: number, tooLarge: string) => {
  const wrong = `${what}のバイト列を base64 で指定してください。`
  return z
    .string(wrong)
    .min(1, wrong)
    .max(Math.ceil(maxBytes / 3) * 4, { error: tooLarge, abort: true })
    .refine((text) => !/[^A-Za-z0-9+/=]|=[^=]|={3}/.test(text), wrong)
}
