import { dictionaries } from '#kernel/dictionaries.server.ts'

/** Fewer than this many bits can be searched by an attacker with a copy of the database and time. */
export const fewestSecretBits = 100

/**
 * How many bits an attacker has to guess who tries words, repeats and sequences first; a conservative estimate. Each
 * word of a dictionary (English, common passwords), each repeat and each sequence such as `abcd` counts as one
 * character, and every character as one of those that occur: `openssl rand -base64 48` has about 280, a sentence of 40
 * letters about 60, `xxxx…` none.
 */
export function secretBits(secret: string): number {
  const rest = withoutRows(withoutRepeats(withoutWords(secret.toLowerCase())))
  return rest.length * Math.log2(Math.max(1, new Set(rest).size))
}

/** Shorter words also occur in random text. */
const shortestWord = 4
const shortestPassword = 5

let known: { words: Set<string>; longest: number } | null = null
function knownWords() {
  if (known) return known
  const dictionary = dictionaries()
  const words = new Set([
    ...dictionary['diceware-common'].filter(({ length }) => length >= shortestWord),
    ...dictionary['passwords-common'].filter(({ length }) => length >= shortestPassword),
  ])
  known = { words, longest: [...words].reduce((most, { length }) => Math.max(most, length), 0) }
  return known
}

function withoutWords(text: string): string {
  const { words, longest } = knownWords()
  let rest = ''
  for (let at = 0; at < text.length; ) {
    let length = Math.min(longest, text.length - at)
    while (length >= shortestWord && !words.has(text.slice(at, at + length))) length--
    const isWord = length >= shortestWord
    rest += isWord ? '\0' : text[at]
    at += isWord ? length : 1
  }
  return rest
}

const withoutRepeats = (text: string) => text.replace(/(.+?)\1+/gs, '$1')

/** A character that continues the sequence of the two before it (`abc`, `321`) adds nothing. */
const withoutRows = (text: string) =>
  [...text]
    .filter((_, at) => {
      const [second, first, now] = [stepTo(text, at - 1), stepTo(text, at), text[at]]
      return now === undefined || first !== second || Math.abs(first) !== 1
    })
    .join('')

const stepTo = (text: string, at: number) => text.charCodeAt(at) - text.charCodeAt(at - 1)
