/** The administrators of the demo market: outside production, whoever builds or tries it may look up their codes. */
export const demoAdministrators = ['admin@example.jp', 'admin2@example.jp'] as const
