import { z } from 'zod'

const word = z.string().trim().min(1).max(500).optional()

/** File storage; a part of the settings. The default is the local disk. */
export const storageSettings = {
  /** `fs`: the folder `files` of DATA_DIR. `s3`: a bucket of an S3-compatible service. */
  STORAGE: z.enum(['fs', 's3']).default('fs'),
  /** `https://s3.example.jp`; by default that of AWS in the region. */
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'https://…' }).optional(),
  S3_REGION: word,
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional(),
  S3_ACCESS_KEY_ID: word,
  S3_SECRET_ACCESS_KEY: word,
  /** `true`: the bucket is in the path and not in the host name, as MinIO and others require. */
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false']).optional(),
}

const Group = z.object(storageSettings)
export type StorageSettings = z.infer<typeof Group>

export type S3Place = {
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

/** The bucket, if the settings choose one and are complete. */
export function s3PlaceOf(settings: StorageSettings): S3Place | null {
  const { S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings
  if (settings.STORAGE !== 's3' || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: settings.S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
    forcePathStyle: settings.S3_FORCE_PATH_STYLE === 'true',
  }
}

const demanded = ['S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const all = [...demanded, 'S3_ENDPOINT', 'S3_FORCE_PATH_STYLE'] as const

/** An incomplete bucket is an error, and so is a bucket while STORAGE is `fs`: it was meant to be used. */
export function storageComplaints(settings: StorageSettings): { name: string; message: string }[] {
  if (settings.STORAGE === 's3')
    return demanded
      .filter((name) => settings[name] === undefined)
      .map((name) => ({ name, message: 'STORAGE=s3 needs it' }))
  return all
    .filter((name) => settings[name] !== undefined)
    .map((name) => ({ name, message: 'is set, but STORAGE is not s3: files would be kept on the disk' }))
}
