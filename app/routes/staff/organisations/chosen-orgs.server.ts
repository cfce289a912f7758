import type { Ctx } from '#authorization/ctx.ts'
import { readOrganisationFilter } from '#modules/admin/organisations/organisation-filter.ts'
import { organisationsInChunks } from '#modules/admin/organisations/organisation-list.server.ts'
import { type OrgRef, parseOrg } from '#modules/organisations/org-ref.ts'

/** The maximum number of members of a bulk action; the rest is left for the next time. */
const most = 500

/** The rows that were ticked; with `all`, those of the filter that the form names. */
export async function chosenOrgs(ctx: Ctx, form: FormData): Promise<OrgRef[]> {
  if (form.get('all') !== '1')
    return [...new Set(form.getAll('row'))].flatMap((ref) => parseOrg(ref) ?? []).slice(0, most)
  const filter = readOrganisationFilter(new URLSearchParams(String(form.get('filter') ?? '')))
  const { value = [] } = await organisationsInChunks(ctx, filter).next()
  return Array.isArray(value) ? value.flatMap(({ ref }) => parseOrg(ref) ?? []) : []
}
