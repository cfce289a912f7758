import { type Grams, grams } from '#kernel/grams.ts'
import { parseKilograms } from '#kernel/text.ts'

/** The name of the field of one piece of a line: 1羽目, 2羽目. */
export const pieceField = (lineId: string, piece: number): string => `piece.${piece}.${lineId}`

/** More pieces than this are weighed together: fifty weights are too many to type on a phone. */
export const mostPieces = 20

/**
 * The weights of a line that was weighed piece by piece: in the order of its fields; `[]` if none is filled in, null if
 * one is missing or cannot be read.
 */
export function pieceWeights(lineId: string, qty: number, typed: (name: string) => string): Grams[] | null {
  if (qty < 2 || qty > mostPieces) return []
  const texts = Array.from({ length: qty }, (_, index) => typed(pieceField(lineId, index + 1)).trim())
  if (texts.every((text) => text === '')) return []
  const weights = texts.map(parseKilograms)
  return weights.every((weight) => weight !== null && weight > 0) ? weights.map((weight) => grams(weight ?? 0)) : null
}

export const sumOfPieces = (pieces: readonly Grams[]): Grams => grams(pieces.reduce((sum, piece) => sum + piece, 0))
