import { ruleOf, type TransitionWith, transitionNames } from '#modules/ordering/process/transitions.ts'

/** The steps that staff can do from the page of an order, as their rows say. */
export type ActStep = TransitionWith<'byPhone'>
export const actSteps = transitionNames.filter((name): name is ActStep => ruleOf(name).byPhone !== undefined)
export const isActStep = (text: string | null): text is ActStep => actSteps.some((step) => step === text)

/** For whom staff do a step that was asked for by telephone; `staff` for their own steps. */
export type ActSide = NonNullable<ReturnType<typeof ruleOf>['byPhone']>['for']
export const sideWord: Record<ActSide, string> = { farm: '農園', restaurant: '飲食店', staff: '運営' }
