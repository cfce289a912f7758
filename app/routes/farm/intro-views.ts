import { introQuestions } from '#modules/products/farm-page/intro.ts'

/** The questions about a farm one after the other, its photos, and how it looks to chefs. */
export const views = [...introQuestions.map(({ name }) => name), 'photos', 'look'] as const
export type View = (typeof views)[number]

export const addressOf = (view: View) => `/farmer/Intro?q=${view}`
