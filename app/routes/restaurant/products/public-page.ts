import { pictureAddress } from '#kernel/picture-name.ts'
import type { FarmPanel, ProductDetail } from '#modules/products/catalog/product-page.server.ts'
import type { PublicPage } from '#web/page-meta.ts'

/** A product for search engines and social networks: its farm, its origin, and never its price. */
export function productOnPublicPage(product: ProductDetail): PublicPage {
  const { id, name, packLabel, farm, farmPanel, picture } = product
  const path = `/restaurant/products/${id}`
  const description = firstWords(
    `${farmPanel.prefecture}${farm.place}の${farm.name}から。${packLabel}。${product.description}`,
  )
  return {
    title: name,
    description,
    path,
    image: `/share${path.replace('/restaurant', '')}`,
    structured: (origin) => ({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name,
      description,
      url: `${origin}${path}`,
      image: `${origin}${pictureAddress(picture, 960)}`,
      category: product.category,
      brand: { '@type': 'Brand', name: farm.name },
      countryOfOrigin: { '@type': 'Country', name: 'JP' },
    }),
  }
}

/** The same for a farm. */
export function farmOnPublicPage(farm: FarmPanel): PublicPage {
  const path = `/restaurant/farmers/${farm.id}`
  const description = firstWords(`${farm.prefecture}${farm.city}の${farm.name}。${farm.story}`)
  return {
    title: farm.name,
    description,
    path,
    image: `/share${path.replace('/restaurant', '')}`,
    structured: (origin) => ({
      '@context': 'https://schema.org',
      '@type': 'Organization',
      name: farm.name,
      description,
      url: `${origin}${path}`,
      image: `${origin}${pictureAddress(farm.picture, 1600)}`,
      address: {
        '@type': 'PostalAddress',
        addressCountry: 'JP',
        addressRegion: farm.prefecture,
        addressLocality: farm.city,
      },
    }),
  }
}

/** As much as a search engine shows: 120 characters. */
function firstWords(text: string): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  return letters.length > 120 ? `${letters.slice(0, 119).join('')}…` : letters.join('')
}
