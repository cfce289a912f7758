import { z } from 'zod'
import { requirePerson } from '#authorization/recent-auth.ts'
import { type Kana, kanaRefusalText, readKana } from '#kernel/kana.ts'
import { nameRefusal, nameRefusalText } from '#kernel/name.ts'
import { ok } from '#kernel/result.ts'
import { Written } from '#kernel/schema.ts'
import { recordEvent } from '#modules/audit-log/record-event.server.ts'
import { noRefusals, repeatable } from '#modules/audit-log/use-case.server.ts'

const NameIn = Written(60, 'お名前を入力してください。').superRefine((name, issue) => {
  const refusal = nameRefusal(name)
  if (refusal) issue.addIssue({ code: 'custom', message: nameRefusalText[refusal] })
})

/** May be left out. */
const KanaIn = z
  .string()
  .default('')
  .transform((typed, issue): Kana | '' => {
    const kana = typed === '' ? null : readKana(typed)
    if (!kana) return ''
    if (kana.ok) return kana.value
    issue.addIssue({ code: 'custom', message: kanaRefusalText(kana.refusal) })
    return z.NEVER
  })

/** The user's own name as others see it, and its reading; saving unchanged values leaves no trace. */
export const saveName = repeatable({
  name: 'person.save_name',
  permission: 'own',
  input: { name: NameIn, nameKana: KanaIn },
  refusals: noRefusals,
  run: async (ctx, { name, nameKana }) => {
    const { personId } = requirePerson(ctx.actor)
    await ctx.db.transaction().execute(async (db) => {
      const changed = await db
        .updateTable('people')
        .set({ name, nameKana })
        .where('id', '=', personId)
        .where((is) => is.or([is('name', '<>', name), is('nameKana', '<>', nameKana)]))
        .returning('id')
        .executeTakeFirst()
      if (changed) await recordEvent(db, ctx, { kind: 'name_changed', aboutPersonId: personId })
    })
    return ok(null)
  },
})
