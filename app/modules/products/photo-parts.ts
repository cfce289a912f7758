/** Bytes per part of an uploaded photo, so that a broken connection costs one part and not the whole photo. */
export const photoPartBytes = 96 * 1024

/** The number of parts of the largest photo, with some to spare. */
export const mostPhotoParts = 112

export const partsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / photoPartBytes))
