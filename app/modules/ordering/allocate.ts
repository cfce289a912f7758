/**
 * How a harvest that falls short is divided, so that no farmer has to choose between customers at five in the morning:
 *
 * 1. what a contract guarantees, in the order in which it was ordered;
 * 2. a tenth of the harvest for restaurants that have never received anything from this farm, as far as they have
 *    ordered it, so that new customers are not always served last;
 * 3. regulars, in the order in which they ordered;
 * 4. all others, and the remaining shortfalls, in that order.
 *
 * Nothing is left over while a claim is open, no claim is exceeded, and a larger harvest never gives anyone less
 * (allot.test.ts). The rule is our choice, explained on the page where it is used and in docs/decisions/0028.
 */
export type Claim<Id extends string = string> = {
  id: Id
  wanted: number
  /** How many of them are guaranteed by contract. */
  contract: number
  regular: boolean
  /** Has never received anything from this farm. */
  newcomer: boolean
  placedAt: Date
}

export const shares = ['contract', 'newcomers', 'regulars', 'first_come'] as const
export type Share = (typeof shares)[number]

export const shareWord: Record<Share, string> = {
  contract: '契約分',
  newcomers: '新規の飲食店の分',
  regulars: '継続取引の飲食店',
  first_come: '注文順',
}

export const newcomersPercent = 10

export type Allocated = { qty: number; of: Partial<Record<Share, number>> }

/** How many each gets; ties in time are broken by id, so that the result is deterministic. */
export function allocate<Id extends string>(available: number, claims: readonly Claim<Id>[]): Map<Id, Allocated> {
  const inOrder = claims.toSorted((a, b) => a.placedAt.getTime() - b.placedAt.getTime() || (a.id < b.id ? -1 : 1))
  const given = new Map(inOrder.map((claim): [Id, Allocated] => [claim.id, { qty: 0, of: {} }]))
  let left = available
  const give = (share: Share, among: readonly Claim<Id>[], most: (claim: Claim<Id>) => number, pot = left) => {
    let inPot = Math.min(pot, left)
    for (const claim of among) {
      const has = given.get(claim.id)
      if (!has) continue
      const qty = Math.max(0, Math.min(most(claim), claim.wanted - has.qty, inPot))
      if (qty === 0) continue
      given.set(claim.id, { qty: has.qty + qty, of: { ...has.of, [share]: qty } })
      inPot -= qty
      left -= qty
    }
  }
  const all = (claim: Claim<Id>) => claim.wanted
  give('contract', inOrder, (claim) => claim.contract)
  const newcomers = inOrder.filter(({ newcomer }) => newcomer)
  give('newcomers', newcomers, all, Math.floor((available * newcomersPercent) / 100))
  give(
    'regulars',
    inOrder.filter(({ regular }) => regular),
    all,
  )
  give('first_come', inOrder, all)
  return given
}
