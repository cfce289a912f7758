const months = Array.from({ length: 12 }, (_, index) => index + 1)

/** 旬: the months in which it is shipped, its best months, and now. */
export function SeasonBar({ season, peak, now }: { season: readonly number[]; peak: readonly number[]; now: number }) {
  const stateOf = (month: number) => (peak.includes(month) ? '最盛期' : season.includes(month) ? '出荷' : '')
  return (
    <div className="grid gap-2">
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(1.6rem,100%),1fr))] gap-1">
        {months.map((month) => (
          <li
            key={month}
            className={`grid min-h-10 place-items-center rounded-tag ${look(stateOf(month))} ${month === now ? 'outline-3 outline-[light-dark(#b48a00,#ffd65a)]' : ''}`}
          >
            <span className="num">{month}</span>
            <span className="visually-hidden">
              月 {stateOf(month) || '出荷なし'}
              {month === now && '（現在）'}
            </span>
          </li>
        ))}
      </ol>
      <p className="flex flex-wrap gap-x-4 text-sub" aria-hidden="true">
        <Legend className="bg-pine-tint">出荷</Legend>
        <Legend className="bg-pine">最盛期</Legend>
        <Legend className="outline-2 -outline-offset-2 outline-[light-dark(#b48a00,#ffd65a)]">現在</Legend>
      </p>
    </div>
  )
}

function look(state: string): string {
  if (state === '最盛期') return 'bg-pine text-on-pine'
  return state === '出荷' ? 'bg-pine-tint text-pine-ink' : 'bg-sunken text-ink-3'
}

const Legend = ({ className, children }: { className: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span className={`size-3.5 rounded-[3px] ${className}`} />
    {children}
  </span>
)
