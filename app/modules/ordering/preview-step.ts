import type { OrderState } from '#kernel/enums.ts'
import { type Yen, zeroYen } from '#kernel/yen.ts'
import { cancelFeeOf, figuresOf, type OrderLine, type Parcel } from './order.ts'
import { stateWord } from './order-labels.ts'
import type { OrderFacts } from './order-process.ts'
import { effectWord, partyWord } from './process/transition-rule.ts'
import { partiesTold, ruleOf, type TransitionName } from './process/transitions.ts'

export type StepPreview = {
  button: string
  from: string
  to: string
  told: string
  effects: string[]
  tells: string[]
  /** With tax; what the restaurant pays now, and after the step. Null if an instruction or a claim decides. */
  beforeYen: Yen
  afterYen: Yen | null
  /** What decides it, while the amount is unknown. */
  undecided: string
  feeYen: Yen
}

type Previewed = OrderFacts & {
  state: OrderState
  freightTaxPercent: number
  cancelPercent: number
  lines: readonly OrderLine[]
  parcels: readonly Parcel[]
}

/** The effect of a step on the whole order, derived from the process: nothing is written. */
export function previewStep(order: Previewed, name: TransitionName): StepPreview {
  const rule = ruleOf(name)
  const { effects } = rule
  const before = figuresOf(order, order.lines, order.parcels)
  const after = figuresOf({ ...order, state: rule.to }, order.lines, order.parcels)
  const decidedElsewhere = name === 'agree' || name === 'sendParcelBack'
  return {
    button: rule.button,
    from: stateWord[order.state],
    to: stateWord[rule.to],
    told: rule.told,
    effects: effects.map((effect) => effectWord[effect]),
    tells: partiesTold(name).map((party) => partyWord[party]),
    beforeYen: before.totalIncYen,
    afterYen: decidedElsewhere ? null : after.totalIncYen,
    undecided: name === 'sendParcelBack' ? '運営が決定するまで、請求しません' : '飲食店の事前の指示に従います',
    feeYen: effects.includes('fee')
      ? cancelFeeOf(figuresOf(order, order.lines, []).goodsYen, order.cancelPercent)
      : zeroYen,
  }
}
