import { z } from 'zod'
import { authorize, requireFarm } from '#authorization/authorize.ts'
import type { Ctx, DbOrTx } from '#authorization/ctx.ts'
import { type LinkKind, linkKinds, type Method, methods } from '#kernel/enums.ts'
import { NotFound } from '#kernel/errors.ts'
import type { DocumentId, FarmId } from '#kernel/ids.ts'
import { type JstDate, jstDateOf } from '#kernel/jst.ts'
import { ok, refuse } from '#kernel/result.ts'
import { Body, DayIn, IdOf, Text } from '#kernel/schema.ts'
import { lengthOf } from '#kernel/text.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { query, repeatable } from '#modules/audit-log/use-case.server.ts'
import {
  documentsOf,
  keepDocumentOnce,
  restateDocument,
} from '#modules/organisations/documents/keep-document.server.ts'
import { changeFarm } from '#modules/organisations/organisation-store.server.ts'
import type { FileStore } from '#modules/photos/file-store.ts'
import { showPhotos } from '#modules/photos/keep-org-photo.server.ts'
import { type ShownPhoto, shownPhotos } from '../product-photos.server.ts'
import { goodsRefusals } from '../refusal-text.ts'
import { type IntroAnswers, introQuestions, missingInIntro, mostIntroLetters, storyOf } from './intro.ts'
import { linkRefusalText, readLink } from './links.ts'

type FarmIntro = {
  answers: IntroAnswers
  version: number
  publishedAt: Date | null
  story: string
  photos: ShownPhoto[]
}

/** What the farm has written about itself so far; an older story stays until the questions are answered. */
export const ownIntro = query('goods.see', async (ctx: Ctx): Promise<FarmIntro> => {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'goods.see', { farmId })
  const row = await ctx.db
    .selectFrom('farms')
    .leftJoin('farmIntros', 'farmIntros.farmId', 'farms.id')
    .select(['story', 'answers', 'farmIntros.version', 'publishedAt'])
    .where('farms.id', '=', farmId)
    .executeTakeFirstOrThrow()
  const photos = (await shownPhotos(ctx.db, farmId, [farmId])).get(farmId) ?? []
  return {
    answers: row.answers ?? {},
    version: row.version ?? 0,
    publishedAt: row.publishedAt,
    story: row.story,
    photos,
  }
})

const Answer = Text(0, 2_000)
  .trim()
  .superRefine((text, issue) => {
    const over = lengthOf(text) - mostIntroLetters
    const message = `${over}文字超過しています。${mostIntroLetters}文字以内で入力してください`
    if (over > 0) issue.addIssue({ code: 'custom', message })
  })
  .optional()

/** Saves answers, which are private until they are published; questions that are not named keep theirs. */
export const saveAnswers = repeatable({
  name: 'farm.save_intro',
  permission: 'farm.describe',
  input: {
    version: z.int().min(0).describe('読み込んだときの version。初回は 0'),
    answers: Body({
      beginning: Answer.describe('この畑をいつ、なぜ始めましたか'),
      soil: Answer.describe('どのような土と水で育てていますか'),
      care: Answer.describe('他の生産者と異なる点は何ですか'),
      months: Answer.describe('最も自信のある時期と品目は何ですか'),
      word: Answer.describe('料理人へのメッセージをお願いします'),
    }),
  },
  refusals: goodsRefusals('changed_meanwhile'),
  run: async (ctx, { answers, version }) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    const given = Object.fromEntries(Object.entries(answers).filter(([, text]) => text !== undefined))
    return ctx.db.transaction().execute(async (db) => {
      const before = await lockIntro(db, farmId)
      const known: Record<string, unknown> = before?.answers ?? {}
      const isSaidAlready = Object.entries(given).every(([question, text]) => known[question] === text)
      if ((before?.version ?? 0) !== version && !isSaidAlready) return refuse('changed_meanwhile')
      const next = (before?.version ?? 0) + 1
      const values = { answers: JSON.stringify({ ...known, ...given }), version: next, changedAt: ctx.now }
      await db
        .insertInto('farmIntros')
        .values({ farmId, publishedAt: null, ...values })
        .onConflict((conflict) => conflict.column('farmId').doUpdateSet(values))
        .execute()
      return ok({ version: next })
    })
  },
})

/** Publishes it: the answers become the farm's story, its first photo the picture of the farm. */
export const publishIntro = repeatable({
  name: 'farm.publish_intro',
  permission: 'farm.describe',
  input: {},
  refusals: goodsRefusals('intro_unfinished'),
  run: async (ctx) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    return ctx.db.transaction().execute(async (db) => {
      const intro = await lockIntro(db, farmId)
      const missing = missingInIntro(intro?.answers ?? {})
      if (missing || !intro) return refuse('intro_unfinished', missing ?? noAnswers)
      const photos = (await shownPhotos(db, farmId, [farmId])).get(farmId) ?? []
      const [first] = photos
      await changeFarm(db, farmId, { story: storyOf(intro.answers), ...(first && { picture: first.name }) })
      await showPhotos(db, ctx.now, photos)
      await db.updateTable('farmIntros').set({ publishedAt: ctx.now }).where('farmId', '=', farmId).execute()
      await recordEvent(db, ctx, { kind: 'intro_published', aboutFarmId: farmId, data: { photos: photos.length } })
      return ok(null)
    })
  },
})

const noAnswers = { question: introQuestions[0].name, sentence: '質問に回答してください' }

const lockIntro = (db: DbOrTx, farmId: FarmId) =>
  db.selectFrom('farmIntros').select(['answers', 'version']).where('farmId', '=', farmId).forUpdate().executeTakeFirst()

export type FarmLink = { kind: LinkKind; url: string }

export const linksOf = query(
  'public',
  ({ db }: Pick<Ctx, 'db'>, farmId: FarmId): Promise<FarmLink[]> =>
    db.selectFrom('farmLinks').select(['kind', 'url']).where('farmId', '=', farmId).orderBy('kind').execute(),
)

/** A link as users type it, checked and completed (links.ts); null without one. */
const linkIn = (kind: LinkKind) =>
  Text(0, 400)
    .nullable()
    .optional()
    .transform((typed, issue) => {
      const link = readLink(kind, typed ?? '')
      if (link.ok) return link.value
      issue.addIssue({ code: 'custom', message: linkRefusalText(link.refusal, kind) })
      return z.NEVER
    })
    .describe('https のアドレス。@名前 のみでもかまいません')

/** The farm's other sites: all links in one call. */
export const saveLinks = repeatable({
  name: 'farm.save_links',
  permission: 'farm.describe',
  input: {
    web: linkIn('web'),
    instagram: linkIn('instagram'),
    x: linkIn('x'),
    facebook: linkIn('facebook'),
    youtube: linkIn('youtube'),
    line: linkIn('line'),
  },
  refusals: goodsRefusals(),
  run: async (ctx, given) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    const links = linkKinds.flatMap((kind) => (given[kind] ? [{ kind, url: given[kind] }] : []))
    return ctx.db.transaction().execute(async (db) => {
      await db.selectFrom('farms').select('id').where('id', '=', farmId).forNoKeyUpdate().execute()
      const before = await linksOf({ db }, farmId)
      const words = (of: readonly FarmLink[]) =>
        of
          .map(({ kind, url }) => `${kind} ${url}`)
          .toSorted()
          .join('\n')
      if (words(before) === words(links)) return ok({ changed: false })
      await db.deleteFrom('farmLinks').where('farmId', '=', farmId).execute()
      if (links.length > 0)
        await db
          .insertInto('farmLinks')
          .values(links.map((link) => ({ farmId, ...link })))
          .execute()
      await recordEvent(db, ctx, {
        kind: 'farm_links_changed',
        aboutFarmId: farmId,
        data: { changes: { links: [words(before), words(links)] } },
      })
      return ok({ changed: true })
    })
  },
})

export type FarmMethod = {
  method: Method
  /** The document that proves it: its issuer, number, and last day. Null if there is none. */
  certificate: {
    id: DocumentId
    authority: string
    number: string
    expiresOn: JstDate | null
    checked: boolean
    expired: boolean
  } | null
}

/** The farm's growing methods, and their proofs. */
export const methodsShown = query(
  'public',
  async (ctx: Pick<Ctx, 'db' | 'now'>, farmId: FarmId): Promise<FarmMethod[]> => {
    const rows = await ctx.db
      .selectFrom('farmMethods')
      .leftJoin('documents', (join) =>
        join.onRef('documents.id', '=', 'farmMethods.documentId').on('documents.removedAt', 'is', null),
      )
      .select(['method', 'documents.id as document', 'authority', 'number', 'expiresOn', 'checkedAt'])
      .where('farmMethods.farmId', '=', farmId)
      .orderBy('method')
      .execute()
    const today = jstDateOf(ctx.now)
    return rows.map(({ method, document, authority, number, expiresOn, checkedAt }) => ({
      method,
      certificate: document && {
        id: document,
        authority: authority ?? '',
        number: number ?? '',
        expiresOn,
        checked: checkedAt !== null,
        expired: expiresOn !== null && expiresOn < today,
      },
    }))
  },
)

/** Uploads a certificate; it proves nothing until it is assigned to a growing method. */
export async function handInCertificate(
  ctx: Ctx,
  files: FileStore,
  certificate: { key: string; bytes: Uint8Array; fileName: string },
): ReturnType<typeof keepDocumentOnce> {
  const { farmId } = requireFarm(ctx.actor)
  authorize(ctx.actor, 'farm.describe', { farmId })
  return keepDocumentOnce(ctx, files, { ...certificate, kind: 'certificate', owner: { farmId } })
}

/**
 * States how the farm grows; a certificate has an issuer, a number and a last day, and staff check it when one of them
 * changes.
 */
export const saveMethod = repeatable({
  name: 'farm.save_method',
  permission: 'farm.describe',
  input: {
    method: z.enum(methods),
    shown: z.boolean().describe('この方法で栽培している。false で解除します'),
    documentId: IdOf<'document'>('書類').nullable().default(null),
    number: Text(0, 40).default(''),
    authority: Text(0, 60).default(''),
    expiresOn: DayIn.nullable().default(null),
  },
  refusals: goodsRefusals(),
  run: async (ctx, typed) => {
    const { farmId } = requireFarm(ctx.actor)
    authorize(ctx.actor, 'farm.describe', { farmId })
    await ctx.db.transaction().execute(async (db) => {
      if (!typed.shown) {
        await db.deleteFrom('farmMethods').where('farmId', '=', farmId).where('method', '=', typed.method).execute()
      } else {
        if (typed.documentId) {
          const certificates = (await documentsOf(db, { farmId })).filter(({ kind }) => kind === 'certificate')
          const own = certificates.find(({ id }) => id === typed.documentId)
          // a licence is no certificate: what staff have recorded about it is not changed here
          if (!own) throw new NotFound('document')
          const { number, authority, expiresOn } = typed
          const before = await db
            .selectFrom('farmMethods')
            .select('documentId')
            .where('farmId', '=', farmId)
            .where('method', '=', typed.method)
            .executeTakeFirst()
          // a document that staff have accepted for one growing method is checked again for another
          const isNewProof = before?.documentId !== own.id
          if (isNewProof || own.number !== number || own.authority !== authority || own.expiresOn !== expiresOn)
            await restateDocument(db, own.id, { number, authority, expiresOn })
        }
        await db
          .insertInto('farmMethods')
          .values({ farmId, method: typed.method, documentId: typed.documentId })
          .onConflict((conflict) =>
            conflict
              .columns(['farmId', 'method'])
              .doUpdateSet({ ...(typed.documentId ? { documentId: typed.documentId } : { method: typed.method }) }),
          )
          .execute()
      }
      await recordEvent(db, ctx, {
        kind: 'farm_methods_changed',
        aboutFarmId: farmId,
        data: { method: typed.method, shown: typed.shown, expiresOn: typed.expiresOn },
      })
    })
    return ok(null)
  },
})
