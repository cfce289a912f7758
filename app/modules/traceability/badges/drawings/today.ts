import { formatDay } from '#kernel/format.ts'
import type { Glyphs } from '#kernel/glyphs.ts'
import type { JstDate } from '#kernel/jst.ts'
import { lineOf, widthOf } from './lines.ts'
import { sceneOf } from './scene.ts'
import { circle, ink, path, rect, svgFile } from './sheet.ts'

/** What was received on one day: products and their origin; no price and no quantity. */
export type ReceivedGoods = { name: string; place: string }
export type TodaysGoods = { on: JstDate; goods: readonly ReceivedGoods[] }

/** As many as can be read at a glance. */
const most = 6
const [width, rowHeight, head] = [480, 30, 132]

/** 本日の産地: what came today, or, with its day, the last delivery. 480 units wide and as high as its rows. */
export function drawToday(
  letters: Glyphs,
  received: TodaysGoods | null,
  { shop, today }: { shop: string; today: JstDate },
): string {
  const goods = received?.goods ?? []
  const title =
    !received || received.on === today ? '本日の産地' : `${formatDay(received.on).replace(/[（(].*/, '')}の産地`
  const shown = goods.slice(0, most)
  const rows = Math.max(2, Math.ceil(shown.length / 2))
  const height = rows * rowHeight + 20
  const half = (width - head - 24) / 2
  const mark = { cx: head / 2, cy: height / 2 - 14, radius: 17, horizon: height / 2 - 14 }
  const cells = shown.map(({ name, place }, i) => {
    const [x, y] = [head + 16 + (i % 2) * half, 10 + Math.floor(i / 2) * rowHeight + 20]
    const placeSize = { face: 'text', size: 11 } as const
    const nameMost = half - 14 - Math.min(76, widthOf(letters, place, placeSize))
    const said = { face: 'bold', size: 14, most: nameMost } as const
    return [
      path(lineOf(letters, name, { ...said, x, y }), ink.ink),
      path(lineOf(letters, place, { ...placeSize, x: x + widthOf(letters, name, said) + 6, y, most: 76 }), ink.soft),
    ].join('')
  })
  const rest = goods.length - shown.length
  return svgFile({
    title: `${shop}　${title}　${goods.map(({ name, place }) => `${name}（${place}）`).join('、')}`,
    box: [0, 0, width, height],
    mm: [120, height / 4],
    body: [
      rect(0, 0, width, height, ink.paper, 10),
      `<path fill="${ink.pine}" d="M10 0H${head}V${height}H10A10 10 0 0 1 0 ${height - 10}V10A10 10 0 0 1 10 0Z"/>`,
      circle(mark.cx, mark.cy, mark.radius + 2.4, ink.paper),
      sceneOf('farms', mark),
      path(
        lineOf(letters, title, {
          face: 'black',
          size: 17,
          x: head / 2,
          y: height / 2 + 24,
          anchor: 'middle',
          most: head - 16,
        }),
        ink.paper,
      ),
      ...cells,
      `<rect x=".75" y=".75" width="${width - 1.5}" height="${height - 1.5}" rx="9.4" fill="none" stroke="${ink.pine}" stroke-width="1.5"/>`,
      goods.length === 0
        ? path(
            lineOf(letters, '次の納品をお待ちください', { face: 'bold', size: 14, x: head + 16, y: height / 2 + 5 }),
            ink.soft,
          )
        : '',
      rest > 0
        ? path(
            lineOf(letters, `他${rest}点`, { face: 'text', size: 9, x: width - 12, y: height - 7, anchor: 'end' }),
            ink.soft,
          )
        : '',
    ].join(''),
  })
}
