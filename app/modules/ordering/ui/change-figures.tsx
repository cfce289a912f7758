import { formatYen } from '#kernel/format.ts'
import { Slip } from '#ui/market.tsx'
import type { OrderFigures } from '../order.ts'

type Props = { before: OrderFigures; after: OrderFigures }

/** Old and new side by side, and the difference. */
export function ChangeFigures({ before, after }: Props) {
  const rows = [
    ['商品（税抜）', before.goodsYen, after.goodsYen],
    ['送料（税抜）', before.freightYen, after.freightYen],
    ['消費税', before.taxYen, after.taxYen],
    [`合計（税込${after.estimated ? '・概算' : ''}）`, before.totalIncYen, after.totalIncYen],
  ] as const
  const difference = after.totalIncYen - before.totalIncYen
  return (
    <Slip aria-label="変更前と変更後">
      <table className="w-full table-fixed border-collapse">
        <caption className="visually-hidden">変更前と変更後の金額</caption>
        <thead>
          <tr className="border-b border-line-strong text-sub">
            <th scope="col" className="w-2/5 p-3 text-start font-bold">
              <span className="visually-hidden">項目</span>
            </th>
            <th scope="col" className="p-3 text-end font-bold text-ink-2">
              現在
            </th>
            <th scope="col" className="p-3 text-end font-bold">
              変更後
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([word, was, is], index) => (
            <tr key={word} className={index === rows.length - 1 ? 'border-t border-line-strong font-bold' : ''}>
              <th scope="row" className="px-3 py-2 text-start text-sub font-normal">
                {word}
              </th>
              <td className="num-col px-3 py-2 text-ink-2">{formatYen(was)}</td>
              <td className={`num-col px-3 py-2 ${was === is ? '' : 'font-bold text-kaki-ink'}`}>{formatYen(is)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line p-3 text-end">
        差額{' '}
        <strong className="num text-h3">
          {difference > 0 ? '＋' : difference < 0 ? '−' : '±'}
          {formatYen(Math.abs(difference))}
        </strong>
      </p>
    </Slip>
  )
}
