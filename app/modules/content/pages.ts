/** The operator's own pages. Further slugs may be in the database; these have an address here. */
export const pageAddresses = {
  guide: '/restaurant/Guide',
  'farmers-guide': '/farmer/Guide',
  law: '/restaurant/law',
  'privacy-policy': '/restaurant/PrivacyPolicy',
  'user-policy': '/restaurant/UserPolicy',
} as const

export type PageSlug = keyof typeof pageAddresses
export const pageSlugs = Object.keys(pageAddresses) as PageSlug[]

/** What people agree to when they join, and again when a material change comes into force. */
export const pagesToAgreeTo = ['user-policy', 'privacy-policy'] as const satisfies readonly PageSlug[]
