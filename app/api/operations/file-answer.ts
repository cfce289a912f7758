import { z } from 'zod'

/** A file as it is downloaded from a page: saved, never shown, and without any rights if it is. */
export const FileOut = z.object({
  headers: z.object({
    'content-disposition': z.string().describe('ファイル名'),
    'content-security-policy': z.string(),
    'x-content-type-options': z.string(),
  }),
  body: z.file().describe('ファイルの内容'),
})

type Given = { bytes: Uint8Array; fileName: string; mediaType: string }

export const fileAnswer = ({ bytes, fileName, mediaType }: Given): z.output<typeof FileOut> => ({
  headers: {
    'content-disposition': `attachment; filename="${fileName}"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  },
  body: new File([new Uint8Array(bytes)], fileName, { type: mediaType }),
})
