import { Star } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatNumber } from '#kernel/format.ts'
import '#styles/kit/rating.css'

/** Out of five. */
const most = 5
const steps = Array.from({ length: most }, (_, index) => index + 1)

type RatingProps = { value: number /** The number of ratings. */; count?: number }

/** 4.6 as stars, with the figure beside them: never by colour alone. */
export const Rating = ({ value, count }: RatingProps) => (
  <span className="rating">
    <span className="rating-stars" aria-hidden="true">
      <Stars />
      <span style={{ width: `${(Math.min(most, Math.max(0, value)) / most) * 100}%` }}>
        <Stars />
      </span>
    </span>
    <span className="visually-hidden">5点満点中</span>
    <b className="num-col">{value.toFixed(1)}</b>
    {count !== undefined && <span className="rating-count">（{formatNumber(count)}件）</span>}
  </span>
)

const Stars = () => steps.map((step) => <Star key={step} />)

type RatingInputProps = {
  legend: ReactNode
  name: string
  defaultValue?: number
  required?: boolean
  /** The meaning of each number of stars, from one to five. */
  words?: readonly [string, string, string, string, string]
}

const usual = ['とても悪い', '悪い', '普通', '良い', 'とても良い'] as const

/** Native radios in a row of stars: arrow keys work, and so does a page without script. */
export const RatingInput = ({ legend, name, defaultValue, required = false, words = usual }: RatingInputProps) => (
  <fieldset className="rating-input">
    <legend>{legend}</legend>
    <div>
      {steps.map((step, index) => (
        <label key={step}>
          <input type="radio" name={name} value={step} defaultChecked={step === defaultValue} required={required} />
          <Star aria-hidden="true" />
          <span>{words[index]}</span>
        </label>
      ))}
    </div>
  </fieldset>
)
