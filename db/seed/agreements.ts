import type pg from 'pg'
import type { PersonId } from '#kernel/ids.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { insertRows, type Row } from './bulk.ts'
import type { MakeId } from './ids.ts'

type Agreed = { farm: Row<'farms'>; personId: PersonId | null; commissionBp: number }

/** What every farm agreed to when it signed up. */
export async function insertAgreements(client: pg.ClientBase, farms: readonly Agreed[], id: MakeId): Promise<void> {
  const agreed = farms.map(({ farm, ...it }) => ({ ...it, farm, id: id<'commissionAgreement'>(farm.createdAt) }))
  await insertRows(
    client,
    'commissionAgreements',
    agreed.map(({ id, farm, commissionBp }) => ({
      id,
      farmId: farm.id,
      commissionBp,
      fromOn: jstDateOf(farm.createdAt),
      reason: '登録時の手数料率',
      proposedBy: '運営',
      at: farm.createdAt,
    })),
  )
  await insertRows(
    client,
    'commissionAnswers',
    agreed.map(({ id, farm, personId }) => ({ agreementId: id, answer: 'agreed', personId, at: farm.createdAt })),
  )
}
