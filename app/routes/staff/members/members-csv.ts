import type { Ctx } from '#authorization/ctx.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { memberCsvCells, memberCsvHead } from '#modules/admin/members/member-csv.ts'
import { readMemberFilter } from '#modules/admin/members/member-filter.ts'
import { type MemberRow, membersByRef, membersInChunks } from '#modules/admin/members/member-list.server.ts'
import { parseOrg } from '#modules/organisations/org-ref.ts'
import { csvFile } from '#web/csv-file.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/members-csv.ts'

/** The members of the filter, as a file. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return fileOf(ctx, membersInChunks(ctx, readMemberFilter(new URL(request.url).searchParams)))
})

/** The members that were ticked, or all of the filter. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  requireStaff(ctx)
  const form = await formOf(request)
  if (form.get('all') === '1') {
    const filter = readMemberFilter(new URLSearchParams(String(form.get('filter') ?? '')))
    return fileOf(ctx, membersInChunks(ctx, filter))
  }
  const orgs = form.getAll('row').flatMap((ref) => parseOrg(ref) ?? [])
  return fileOf(ctx, asChunk(await membersByRef(ctx, orgs)))
})

async function* asChunk(members: MemberRow[]) {
  yield members
}

const fileOf = (ctx: Ctx, chunks: AsyncIterable<MemberRow[]>) =>
  csvFile({ name: `members-${jstDateOf(ctx.now)}`, head: memberCsvHead, cells: memberCsvCells, chunks })
