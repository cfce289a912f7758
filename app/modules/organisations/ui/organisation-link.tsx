import { Link } from '#ui/link.tsx'
import { type OrgRef, orgText } from '../org-ref.ts'

/** Of staff: to the panel of a member. */
export const OrganisationLink = ({ of, name }: { of: OrgRef; name: string }) => (
  <Link to={`/admin/users/${orgText(of)}`} className="prose-link inline-flex min-h-11 items-center font-bold">
    {name}
  </Link>
)
