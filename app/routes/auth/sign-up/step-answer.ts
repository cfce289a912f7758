import { data } from 'react-router'
import type { Side } from '#kernel/enums.ts'
import type { AddressFinding } from '#kernel/postal-address.ts'
import type { Problem } from '#web/form.ts'

/** What a form of the sign-up gets back when it stays on its page. */
export type StepAnswer = {
  /** What stands in the fields now. */
  typed?: Record<string, string> | undefined
  problem?: Problem
  /** What 「住所をさがす」 has found. */
  finding?: AddressFinding | undefined
  /** Another window has saved something newer. */
  conflict?: true
  /** The kind of the draft is to change, and something would be lost. */
  asks?: { from: Side | null; to: Side }
}

/** A form that stays on its page, and what it is told. */
export const answer = (it: StepAnswer, init: number | ResponseInit = 200) => data<StepAnswer>(it, init)
