import { S3Driver } from 'flydrive/drivers/s3'
import type { S3Place } from './storage-settings.server.ts'

/**
 * A bucket of AWS or of a compatible service. Only features that all of them support are used: no ACLs (newer buckets
 * refuse them; the bucket is private as a whole), no checksums beyond the signature.
 */
export const s3Driver = ({ accessKeyId, secretAccessKey, endpoint, ...place }: S3Place): S3Driver =>
  new S3Driver({
    ...place,
    ...(endpoint !== undefined && { endpoint }),
    credentials: { accessKeyId, secretAccessKey },
    visibility: 'private',
    supportsACL: false,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // milliseconds; a request for a photo does not wait for ever
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  })
