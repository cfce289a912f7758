import { z } from 'zod'
import { parsePhotoKey } from './photo.ts'

/** A photo that was uploaded before, and is referenced by its key. */
export const PhotoKeyIn = z.string().transform((text, issue) => {
  const key = parsePhotoKey(text)
  if (key) return key
  issue.addIssue({ code: 'custom', message: '写真のキーの形式が正しくありません。' })
  return z.NEVER
})
