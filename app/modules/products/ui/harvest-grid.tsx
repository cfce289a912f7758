import { formatDay, weekdayWord } from '#kernel/format.ts'
import { type JstDate, weekdayOf } from '#kernel/jst.ts'
import { Link } from '#ui/link.tsx'
import type { HarvestGoods, OwnWindow } from '../harvest/harvest.server.ts'
import type { HarvestDay } from '../harvest/harvest-days.ts'
import { periodText } from '../vacation/vacation.ts'
import '#styles/kit/harvest-days.css'

type Props = { harvests: readonly HarvestGoods[]; chosen: HarvestGoods; day: JstDate | null }

/** Two weeks, a line per product; on a phone only that of the chosen one. Touching a day opens its number. */
export const HarvestGrid = ({ harvests, chosen, day }: Props) => (
  <div className="grid grid-cols-1 gap-4">
    {harvests.map((goods) => (
      <section
        key={goods.id}
        aria-label={`${goods.name}の2週間`}
        className={goods.id === chosen.id ? 'grid gap-1' : 'grid gap-1 max-lg:hidden'}
      >
        <h3 className="font-bold">
          {goods.name} <span className="text-sub font-normal text-ink-2">{goods.packLabel}</span>
        </h3>
        <ol className="harvest-days">
          {goods.days.map((it, ahead) => (
            <li key={it.day} className="grid">
              <Link
                to={`/farmer/harvest?product=${goods.id}&day=${it.day}#day`}
                className="harvest-day"
                data-state={stateOf(it)}
                data-run={it.window && it.window.from !== it.day ? 'on' : undefined}
                aria-current={goods.id === chosen.id && it.day === day ? 'date' : undefined}
              >
                <span className="visually-hidden">{saidOf(it, goods.unitLabel)}</span>
                <small aria-hidden="true" data-red={weekdayOf(it.day) === 0 || it.holiday ? '' : undefined}>
                  <span className="num block">{shortDay(it.day)}</span>
                  {weekdayWord(it.day)}
                </small>
                <span aria-hidden="true" className="num">
                  {figureOf(it, ahead === 0)}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      </section>
    ))}
  </div>
)

const stateOf = ({ window, rests }: HarvestDay<OwnWindow>) => (window ? 'some' : rests ? 'rest' : 'none')

/** The first day of a month shows the month. */
const shortDay = (day: JstDate) =>
  day.endsWith('-01') ? `${Number(day.slice(5, 7))}/1` : String(Number(day.slice(8, 10)))

/** If several days share one promise, only the first shown has the number, so that it is not added up. */
function figureOf({ day, window, rests }: HarvestDay<OwnWindow>, isFirst: boolean) {
  if (!window) return rests ? '休み' : '未定'
  return isFirst || window.from === day || window.promised === 0 ? window.promised : '〃'
}

function saidOf({ day, holiday, window, rests }: HarvestDay<OwnWindow>, unit: string): string {
  const name = formatDay(day, holiday)
  if (!window) return `${name}：${rests ? '出荷は休み' : '未定'}`
  const whole = window.from === window.to ? '' : `${periodText(window)}の合計`
  return `${name}：${whole}${window.promised}${unit}、注文済み${window.reserved}${unit}`
}
