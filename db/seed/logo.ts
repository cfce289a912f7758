import sharp from 'sharp'
import type { Db } from '../../app/infra/db/kysely.server.ts'
import { keepOrgPhoto } from '../../app/modules/photos/keep-org-photo.server.ts'
import type { SeedRestaurant } from './restaurants.ts'

type Files = { put(key: string, bytes: Uint8Array): Promise<void> }

/** The logo of ビストロ 灯: a lamp under its eaves. */
const lamp = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="640" height="640">
  <rect width="64" height="64" fill="#fdf8ec"/>
  <path d="M8 15h48" stroke="#27352c" stroke-width="3.5" stroke-linecap="round"/>
  <path d="M32 15v6" stroke="#27352c" stroke-width="2.5"/>
  <path d="M22 25c0-2.500 4.500-4 10-4s10 1.500 10 4v20c0 2.500-4.500 4-10 4s-10-1.500-10-4z" fill="#c8501f"/>
  <path d="M22 31h20M22 38h20" stroke="#fdf8ec" stroke-width="1.600"/>
  <path d="M32 28c4 5 5 8 5 10a5 5 0 0 1-10 0c0-2 1-5 5-10z" fill="#ffd873"/>
  <path d="M28 52h8" stroke="#27352c" stroke-width="3" stroke-linecap="round"/>
</svg>`

/** The demo restaurant's logo, stored like an uploaded one. */
export async function giveLogo(db: Db, files: Files, { row, owner }: SeedRestaurant, now: Date): Promise<void> {
  const actor = {
    kind: 'buyer',
    role: 'owner',
    personId: owner.id,
    name: owner.name,
    restaurantId: row.id,
    restaurantApproved: true,
    kitchenIds: [],
    orderLimitYen: null,
  } as const
  const store = { ...files, get: async () => null, delete: async () => {}, list: async function* () {} }
  const bytes = new Uint8Array(await sharp(Buffer.from(lamp)).png().toBuffer())
  const kept = await keepOrgPhoto({ db, actor, now }, store, {
    bytes,
    owner: { restaurantId: row.id },
    uploadKey: 'the demo logo',
  })
  if (!kept.ok) throw new Error(`the logo of the demo: ${kept.refusal}`)
  await db.updateTable('restaurants').set({ logo: kept.value.name }).where('id', '=', row.id).execute()
}
