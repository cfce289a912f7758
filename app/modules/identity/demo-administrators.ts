/** The administrators of the demo market; outside production their codes can be looked up. */
export const demoAdministrators = ['admin@example.jp', 'admin2@example.jp'] as const
