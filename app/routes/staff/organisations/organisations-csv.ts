import type { Ctx } from '#authorization/ctx.ts'
import { jstDateOf } from '#kernel/jst.ts'
import { organisationCsvCells, organisationCsvHead } from '#modules/admin/organisations/organisation-csv.ts'
import { readOrganisationFilter } from '#modules/admin/organisations/organisation-filter.ts'
import {
  type OrganisationRow,
  organisationsByRef,
  organisationsInChunks,
} from '#modules/admin/organisations/organisation-list.server.ts'
import { parseOrg } from '#modules/organisations/org-ref.ts'
import { csvFile } from '#web/csv-file.ts'
import { formOf } from '#web/form.ts'
import { page } from '#web/page.server.ts'
import { requireStaff } from '../require-staff.server.ts'
import type { Route } from './+types/organisations-csv.ts'

/** The members of the filter, as a file. */
export const loader = page(async (ctx, { request }: Route.LoaderArgs) => {
  requireStaff(ctx)
  return fileOf(ctx, organisationsInChunks(ctx, readOrganisationFilter(new URL(request.url).searchParams)))
})

/** The members that were ticked, or all of the filter. */
export const action = page(async (ctx, { request }: Route.ActionArgs) => {
  requireStaff(ctx)
  const form = await formOf(request)
  if (form.get('all') === '1') {
    const filter = readOrganisationFilter(new URLSearchParams(String(form.get('filter') ?? '')))
    return fileOf(ctx, organisationsInChunks(ctx, filter))
  }
  const orgs = form.getAll('row').flatMap((ref) => parseOrg(ref) ?? [])
  return fileOf(ctx, asChunk(await organisationsByRef(ctx, orgs)))
})

async function* asChunk(members: OrganisationRow[]) {
  yield members
}

const fileOf = (ctx: Ctx, chunks: AsyncIterable<OrganisationRow[]>) =>
  csvFile({ name: `members-${jstDateOf(ctx.now)}`, head: organisationCsvHead, cells: organisationCsvCells, chunks })
