import { z } from 'zod'
import { type ProductId, parseId } from '#kernel/ids.ts'
import { longest, parseStars, type WrittenVoice } from '#modules/reviews/review.ts'
import { formKey, words } from './form.ts'

/** The stars and text of a review, from its form. One visible character may be two of the browser's. */
export const ReviewFields = z.object({
  key: formKey(),
  stars: z
    .string({ error: '星をえらんでください。' })
    .transform(parseStars)
    .pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)], '星をえらんでください。')),
  words: words(2 * longest.words, `${longest.words}文字までで書いてください。`),
})

/** `voice.<product>.stars` and `voice.<product>.words`. */
export function voicesIn(form: FormData): WrittenVoice<ProductId>[] {
  const voices = new Map<ProductId, WrittenVoice<ProductId>>()
  for (const [name, value] of form) {
    const [, id, field] = /^voice\.([^.]+)\.(stars|words)$/.exec(name) ?? []
    const productId = parseId<'product'>(id)
    if (!productId || typeof value !== 'string') continue
    const voice = voices.get(productId) ?? { productId, stars: null, words: '' }
    voices.set(
      productId,
      field === 'stars' ? { ...voice, stars: parseStars(value) } : { ...voice, words: value.trim() },
    )
  }
  return [...voices.values()]
}
