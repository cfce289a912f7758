import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Actor } from '#authorization/actor.ts'
import { authorize, authorizeProven } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { requireSelf } from '#authorization/recent-auth.ts'
import type { Email } from '#kernel/email.ts'
import type { Side } from '#kernel/enums.ts'
import { Forbidden, NotFound } from '#kernel/errors.ts'
import { formatMoment } from '#kernel/format.ts'
import { type ApiTokenId, type Id, newId } from '#kernel/ids.ts'
import { type NameRefusal, nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { ok, refuse } from '#kernel/result.ts'
import { IdOf } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, query, repeatable } from '#modules/audit-log/use-case.server.ts'
import { notify } from '#modules/notifications/notify.server.ts'
import { isScope, mostApiTokens, type Scope, scopesOf, tokenLives } from './api-scopes.ts'
import { apiTokenMade } from './api-token-mail.server.tsx'
import { lockPerson } from './people-store.server.ts'
import { apiTokenPrefix } from './session.ts'
import { actorOfApiToken, hashOf } from './session-store.server.ts'

export type ApiToken = {
  id: ApiTokenId
  name: string
  /** The readable prefix, to identify the token in the user's own software: `hti_4k2m9x0a7c`. */
  prefix: string
  scopes: Scope[]
  createdAt: Date
  expiresAt: Date
  lastUsedAt: Date | null
}
type ApiTokenRefusal = 'name_missing' | NameRefusal | 'scope_missing' | 'life_missing' | 'too_many'

const sentences: Record<ApiTokenRefusal, string> = {
  name_missing: '名前を60文字以下で入力してください。使用するソフトがわかる名前にしてください。',
  ...nameRefusalText,
  scope_missing: 'このトークンに許可する操作を1つ以上選択してください。',
  life_missing: '有効期間を選択してください。',
  too_many: `連携用トークンは${mostApiTokens}件までです。使用していないトークンを取り消してください。`,
}

const apiTokenRefusals = {
  codes: ['name_missing', 'name_hidden_character', 'name_with_url', 'scope_missing', 'life_missing', 'too_many'],
  text: (refusal: ApiTokenRefusal): string => sentences[refusal],
} as const

/** The side for which the user makes tokens; a user without an organisation has nothing to integrate. */
export function tokenSide(actor: Actor): Side {
  authorize(actor, 'api_token.see', null)
  return actor.kind === 'farm' ? 'farm' : 'restaurant'
}

/** The user's own valid tokens, newest first. */
export const apiTokensOf = query('own', async (ctx: Ctx): Promise<ApiToken[]> => {
  const { personId } = requireSelf(ctx.actor)
  const rows = await ctx.db
    .selectFrom('apiTokens')
    .select(['id', 'name', 'prefix', 'scopes', 'createdAt', 'expiresAt'])
    .select('lastUsedAt')
    .where('personId', '=', personId)
    .where('expiresAt', '>', ctx.now)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    prefix: `${apiTokenPrefix}${row.prefix}`,
    scopes: row.scopes.filter(isScope),
  }))
})

/**
 * Makes a token for the user's own software and returns it, the only time it can be seen. It has its maker's
 * permissions within its scopes; making one needs a proof of the last ten minutes, and the maker is notified by mail.
 */
export const makeApiToken = repeatable({
  name: 'api_token.make',
  permission: 'api_token.make',
  input: {
    name: z.string().default(''),
    scopes: z.array(z.string()).default([]),
    days: z.number().default(0),
  },
  refusals: apiTokenRefusals,
  run: async (ctx, { name, scopes, days }) => {
    const side = tokenSide(ctx.actor)
    authorizeProven(ctx, 'api_token.make', null)
    const { personId } = requireSelf(ctx.actor)
    const title = name.normalize('NFKC').trim()
    const wanted = scopesOf(side).filter((scope) => scopes.includes(scope))
    if (title === '' || title.length > 60) return refuse('name_missing')
    const wrongName = nameRefusal(title)
    if (wrongName) return refuse(wrongName)
    if (wanted.length === 0) return refuse('scope_missing')
    if (!tokenLives.some((life) => life === days)) return refuse('life_missing')
    return ctx.db.transaction().execute(async (db) => {
      const maker = await lockPerson(db, personId)
      if (!maker) throw new NotFound('person')
      if ((await apiTokensOf({ ...ctx, db })).length >= mostApiTokens) return refuse('too_many')
      const [prefix, secret] = [randomPrefix(), randomBytes(32).toString('base64url')]
      const expiresAt = new Date(ctx.now.getTime() + days * 24 * 3_600_000)
      const id = newId<'apiToken'>()
      await db
        .insertInto('apiTokens')
        .values({
          id,
          prefix,
          hash: hashOf(secret),
          personId,
          membershipId: await membershipOf(db, ctx.actor),
          name: title,
          scopes: wanted,
          createdAt: ctx.now,
          expiresAt,
          lastUsedAt: null,
        })
        .execute()
      const data = { name: title, prefix, scopes: wanted }
      await recordEvent(db, ctx, { kind: 'api_token_made', aboutPersonId: personId, data })
      if (maker.email)
        await notify(db, ctx.now, {
          key: `api-token:${id}:made`,
          kind: apiTokenMade,
          to: maker.email as Email,
          data: { name: title, until: formatMoment(expiresAt) },
        })
      return ok({ token: `${apiTokenPrefix}${prefix}_${secret}` })
    })
  },
})

/** Ends one of the user's own tokens immediately; one that has already ended is accepted. */
export const revokeApiToken = repeatable({
  name: 'api_token.revoke',
  permission: 'own',
  input: { id: IdOf<'apiToken'>('トークン') },
  refusals: noRefusals,
  run: async (ctx, { id }) => {
    const { personId } = requireSelf(ctx.actor)
    await ctx.db.transaction().execute(async (db) => {
      const gone = await db
        .deleteFrom('apiTokens')
        .where('id', '=', id)
        .where('personId', '=', personId)
        .returning(['name', 'prefix'])
        .executeTakeFirst()
      if (gone) await recordEvent(db, ctx, { kind: 'api_token_revoked', aboutPersonId: personId, data: gone })
    })
    return ok(null)
  },
})

/** The name by which an integration's token is ended: base64url of its stored hash. null if it is not such a token. */
export function apiTokenHash(token: string): string | null {
  const secret = shape.exec(token)?.[1]
  return secret === undefined ? null : hashOf(secret).toString('base64url')
}

/** The actor behind `hti_<prefix>_<secret>`, and its scopes; null if the token is not valid. */
export async function readApiToken(
  asking: { db: DbOrTx; now: Date },
  token: string,
  how: 'use' | 'ask' = 'use',
): Promise<{ actor: Actor; scopes: Scope[] } | null> {
  const secret = shape.exec(token)?.[1]
  const found = secret === undefined ? null : await actorOfApiToken(asking, hashOf(secret), how)
  return found && { actor: found.actor, scopes: found.scopes.filter(isScope) }
}

const shape = new RegExp(`^${apiTokenPrefix}[0-9a-z]{10}_([\\w-]{43})$`)

/** Fifty bits in letters that can be read aloud. */
const randomPrefix = () => Array.from(randomBytes(10), (byte) => '0123456789abcdefghjkmnpqrstvwxyz'[byte % 32]).join('')

/** The membership under which the actor currently acts. */
async function membershipOf(db: DbOrTx, actor: Actor): Promise<Id<'membership'>> {
  if (actor.kind !== 'buyer' && actor.kind !== 'farm') throw new Forbidden('api_token.make')
  const [column, id] =
    actor.kind === 'farm' ? (['farmId', actor.farmId] as const) : (['restaurantId', actor.restaurantId] as const)
  const row = await db
    .selectFrom('memberships')
    .select('id')
    .where('personId', '=', actor.personId)
    .where(column, '=', id)
    .executeTakeFirstOrThrow(() => new NotFound('membership'))
  return row.id
}
