import { formatYen } from '#kernel/format.ts'

type Props = {
  goodsYen: number
  freightYen: number
  perRate: readonly { percent: number; baseYen: number; taxYen: number }[]
  totalYen: number
  /** The maximum, if products are sold by weight. */
  ceilingYen?: number | null
  estimated: boolean
}

/** The foot of every slip: products, freight, tax per rate, total. */
export function Figures({ goodsYen, freightYen, perRate, totalYen, ceilingYen = null, estimated }: Props) {
  return (
    <dl className="grid gap-1">
      <Row word="商品（税抜）">{formatYen(goodsYen)}</Row>
      <Row word="送料（税抜）">{formatYen(freightYen)}</Row>
      {perRate
        .filter(({ baseYen }) => baseYen !== 0)
        .map(({ percent, baseYen, taxYen }) => (
          <Row key={percent} word={`消費税 ${percent}%`} more={`対象 ${formatYen(baseYen)}`}>
            {formatYen(taxYen)}
          </Row>
        ))}
      <div className="flex flex-wrap items-end justify-between gap-x-3 pt-2">
        <dt className="text-h4 font-bold">合計（税込{estimated && '・概算'}）</dt>
        <dd className="num ms-auto text-[min(2.5rem,15vw)] leading-none">{formatYen(totalYen)}</dd>
      </div>
      {ceilingYen !== null && ceilingYen > totalYen && (
        <Row word="計量する商品があるため、上限">{formatYen(ceilingYen)}</Row>
      )}
    </dl>
  )
}

const Row = ({ word, more, children }: { word: string; more?: string; children: string }) => (
  <div className="flex flex-wrap items-baseline justify-between gap-x-3">
    <dt>
      {word}
      {more && <span className="ms-2 inline-block text-caption whitespace-nowrap text-ink-2">{more}</span>}
    </dt>
    <dd className="num-col ms-auto">{children}</dd>
  </div>
)
