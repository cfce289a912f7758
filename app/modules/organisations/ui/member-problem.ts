/** The response to a form of the members' page, or of the staff panel. */
export type MemberProblem = { fields: Record<string, string>; summary: string; typed: Record<string, string> }
