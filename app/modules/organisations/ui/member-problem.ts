/** What a form of the members' page, or of the panel of staff, was answered with. */
export type MemberProblem = { fields: Record<string, string>; summary: string; typed: Record<string, string> }
