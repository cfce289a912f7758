import { introQuestions } from '#modules/products/farm-page/intro.ts'

/** The questions about a farm in order, its photos, and the preview as chefs see it. */
export const views = [...introQuestions.map(({ name }) => name), 'photos', 'look'] as const
export type View = (typeof views)[number]

export const addressOf = (view: View) => `/farmer/Intro?q=${view}`
