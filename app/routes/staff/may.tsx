import { createContext, type ReactNode, use } from 'react'
import type { Operation } from '#authorization/rules.ts'
import { roleFor, roleMay } from '#authorization/staff-roles.ts'
import type { AdminRole } from '#kernel/enums.ts'
import { adminRoleWord } from '#modules/identity/admins/admin-labels.ts'

/** The role of the administrator who looks at the pages of staff. */
export const StaffRole = createContext<AdminRole>('full')

/** Whether their role may do it; the use case decides. */
export const useMay = (operation: Operation): boolean => roleMay(use(StaffRole), operation)

type Props = {
  to: Operation
  /** Says who can do it where it is missed. */
  told?: boolean
  children: ReactNode
}

/** What only some roles can do is offered to those alone. */
export function May({ to, told = false, children }: Props) {
  if (useMay(to)) return children
  const needed = roleFor[to]
  if (!told || !needed) return null
  const roles = [...new Set([needed, 'full' as const])].map((role) => `「${adminRoleWord[role]}」`)
  return <p className="text-sub text-ink-2">この操作は、役割が{roles.join('または')}の担当者のみ行えます。</p>
}
