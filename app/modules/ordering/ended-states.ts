import type { OrderState } from '#kernel/words.ts'

/** Orders in these states ask nothing of anybody any more; while there are others, nobody leaves. */
export const endedStates = [
  'finalized',
  'declined',
  'expired',
  'cancelled',
  'sent_back',
] as const satisfies OrderState[]
