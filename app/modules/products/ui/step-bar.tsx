import { Link } from '#ui/link.tsx'
import { type GoodsStep, goodsSteps, goodsStepWord } from '../product-fields.ts'
import '#styles/kit/goods.css'

/** The five questions, and which of them is open; each has its own address. */
export const GoodsStepBar = ({ step, at }: { step: GoodsStep; at: (step: GoodsStep) => string }) => (
  <nav aria-label="5つの質問" className="goods-steps">
    {goodsSteps.map((it, index) => (
      <Link
        key={it}
        to={at(it)}
        aria-current={it === step ? 'step' : undefined}
        data-done={index < goodsSteps.indexOf(step) || undefined}
      >
        <b className="num">{index + 1}</b>
        {goodsStepWord[it]}
      </Link>
    ))}
  </nav>
)
