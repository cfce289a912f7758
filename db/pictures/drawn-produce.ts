/**
 * Japanese produce that no icon set has, drawn by us in the grid (128) and the light (upper left) of Noto Emoji.
 */
import { drawnAnimal } from './drawn/animal.ts'
import { drawnFruitVegetables } from './drawn/fruit-vegetables.ts'
import { drawnFruits } from './drawn/fruits.ts'
import { drawnLeaves } from './drawn/leaves.ts'
import { drawnMushrooms } from './drawn/mushrooms.ts'
import { drawnPantry } from './drawn/pantry.ts'
import { drawnRoots } from './drawn/roots.ts'

export const drawnProduce: Readonly<Record<string, string>> = {
  ...drawnLeaves,
  ...drawnRoots,
  ...drawnFruitVegetables,
  ...drawnFruits,
  ...drawnMushrooms,
  ...drawnAnimal,
  ...drawnPantry,
}
