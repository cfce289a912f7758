import { data } from 'react-router'
import type { Side } from '#kernel/enums.ts'
import type { AddressFinding } from '#kernel/postal-address.ts'
import type { Problem } from '#web/form.ts'

/** The response to a form of the sign-up that stays on its page. */
export type StepAnswer = {
  /** The values of the fields. */
  typed?: Record<string, string> | undefined
  problem?: Problem
  /** The result of 「住所を検索」. */
  finding?: AddressFinding | undefined
  /** Another window has saved a newer version. */
  conflict?: true
  /** The kind of the draft is to change, and data would be lost. */
  asks?: { from: Side | null; to: Side }
}

/** A form that stays on its page, and its response. */
export const answer = (it: StepAnswer, init: number | ResponseInit = 200) => data<StepAnswer>(it, init)
