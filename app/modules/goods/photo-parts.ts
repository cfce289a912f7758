/** A photo goes up in parts of so many bytes, so that a line that breaks costs one part and not the photo. */
export const photoPartBytes = 96 * 1024

/** The largest photo has so many parts, and a few to spare. */
export const mostPhotoParts = 112

export const partsOf = (bytes: number): number => Math.max(1, Math.ceil(bytes / photoPartBytes))
