import appSheet from '../styles/app.css?url'
import farmSheet from '../styles/farm.css?url'
import restaurantSheet from '../styles/restaurant.css?url'
import staffSheet from '../styles/staff.css?url'

/** Folders of routes with a sheet of their own, so that nobody carries the screens of others (scripts/budgets.mjs knows them, too). */
const sheets = { restaurant: restaurantSheet, farm: farmSheet, staff: staffSheet, test: staffSheet } as const

/** The address of the styles of a page, by the ids of its routes. */
export function sheetOf(routeIds: readonly string[]): string {
  const folders = routeIds.map((id) => id.split('/')[1])
  const own = Object.entries(sheets).find(([folder]) => folders.includes(folder))
  return own?.[1] ?? appSheet
}
