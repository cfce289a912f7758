import type { TransitionName } from './order-process.ts'

/**
 * What farms and restaurants are notified of by mail, collected per minute. What needs an immediate answer, or has gone
 * wrong, has its own mail (order-news.server.tsx, proposal-mails.server.tsx). `again`: of several events of one order
 * the latest counts, but a new order stays new however often it changes.
 */
export const digestWords = {
  farm: {
    place: '新しい注文',
    approve: '新しい注文',
    change: '注文が変わりました',
    reduce: '注文の数がへりました',
    cancel: '注文が取り消されました',
    askCancel: '取り消しを頼まれています',
    agree: '足りない分の返事が決まりました',
    turnDown: 'お店が注文をやめました',
    neverShipped: '発送がなかったので、取り消しになりました',
    dropRest: '残りの発送がなかったので、先に送った分だけになりました',
    replace: '申し出のかわりの品を送ってください（無料）',
    correct: '修正の伝票ができました',
  },
  restaurant: {
    accept: '受注が確定しました',
    cover: '出せる数がへり、お店の指示のとおりに決まりました',
    shipPart: 'ある分だけ先に発送しました',
    ship: '発送しました',
  },
} as const satisfies Record<'farm' | 'restaurant', Partial<Record<TransitionName, string>>>

export type NewsParty = keyof typeof digestWords

/** Which side a step is reported to by the digest: not the one who did it, and not one who is involved in it. */
export function partyTold(name: TransitionName, by: 'farm' | 'restaurant' | 'other'): NewsParty | null {
  for (const party of ['farm', 'restaurant'] as const)
    if (name in digestWords[party]) return party === by ? null : party
  return null
}

/** The word for an order with several steps, in the order in which they happened. */
export function wordOf(party: NewsParty, names: readonly TransitionName[]): string {
  const words: Partial<Record<TransitionName, string>> = digestWords[party]
  const isNew = names.some((name) => name === 'place' || name === 'approve')
  const last = names.findLast((name) => name in words)
  const stays = last === undefined || last === 'change' || last === 'reduce'
  return (isNew && stays ? words.place : last && words[last]) ?? ''
}
