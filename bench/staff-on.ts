import type pg from 'pg'
import type { Ctx } from '../app/authorization/ctx.ts'
import { kyselyOn } from '../app/infra/db/kysely.server.ts'
import type { AdminId } from '../app/kernel/ids.ts'

/** An administrator of the demo data who has just signed in. */
export async function staffOn(pool: pg.Pool): Promise<Ctx> {
  const { rows } = await pool.query<{ id: AdminId; name: string }>('select id, name from admins order by id limit 1')
  const [admin] = rows
  if (!admin) throw new Error('no administrator')
  const now = new Date()
  const session = { key: 'bench', authTime: now, aal: 2 as const }
  return {
    db: kyselyOn(pool),
    now,
    actor: { kind: 'staff', adminId: admin.id, name: admin.name, role: 'full', session },
  }
}
