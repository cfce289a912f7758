import type { Glyphs } from '#kernel/glyphs.ts'
import type { JstDate } from '#kernel/jst.ts'
import { endedWords, periodWords } from './badge-labels.ts'
import { lineOf } from './lines.ts'
import { ink, path, rect, svgFile } from './sheet.ts'

/** What an embedded badge becomes when it ends: no figure, no farm, only that it has ended, and when. */
export function drawEnded(letters: Glyphs, period: { from: JstDate; until: JstDate }): string {
  const words = periodWords(period)
  return svgFile({
    title: `${endedWords}　${words}`,
    box: [0, 0, 100, 30],
    mm: [60, 18],
    body: [
      rect(0, 0, 100, 30, '#eceeea', 3),
      `<rect x="1" y="1" width="98" height="28" rx="2.4" fill="none" stroke="${ink.soft}" stroke-width=".5" stroke-dasharray="1.6 1.2"/>`,
      path(
        lineOf(letters, endedWords, { face: 'bold', size: 6.4, x: 50, y: 14.6, anchor: 'middle', most: 90 }),
        ink.ink,
      ),
      path(lineOf(letters, words, { face: 'figure', size: 4.6, x: 50, y: 22.6, anchor: 'middle' }), ink.soft),
    ].join(''),
  })
}
