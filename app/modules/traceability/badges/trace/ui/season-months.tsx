import { monthRuns } from '../guest-days.ts'
import { guestWords } from '../labels.ts'
import type { GuestLanguage } from '../language.ts'

const months = Array.from({ length: 12 }, (_, index) => index + 1)

type Season = { season: readonly number[]; peak: readonly number[]; now: number; language: GuestLanguage }

/** 旬: twelve months as a picture, and as a sentence for screen readers. */
export function SeasonMonths({ season, peak, now, language }: Season) {
  const words = guestWords[language]
  const said = words.seasonSaid(
    monthRuns([...season, ...peak], language),
    peak.length > 0 && peak.length < 12 ? monthRuns(peak, language) : null,
  )
  return (
    <div className="season" role="img" aria-label={said}>
      {months.map((month) => (
        <i
          key={month}
          className={peak.includes(month) ? 'best' : season.includes(month) ? 'in' : undefined}
          data-now={month === now || undefined}
        >
          {month}
        </i>
      ))}
    </div>
  )
}
