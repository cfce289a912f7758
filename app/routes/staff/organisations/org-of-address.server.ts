import { NotFound } from '#kernel/errors.ts'
import { type OrgRef, parseOrg } from '#modules/organisations/org-ref.ts'

/** `farm-<id>` in an address; null for anything else. */
export function orgIn({ ref }: { ref: string }): OrgRef {
  const org = parseOrg(ref)
  if (!org) throw new NotFound('member')
  return org
}
