type Submit = () => Promise<void>

const turns = new Map<string, { newest: Submit; ended: Promise<void> }>()

/**
 * Requests of one key one after the other, as the server may otherwise finish them in another order. Each says how things should be,
 * so of those that wait only the last is sent.
 */
export function inTurn(key: string, submit: Submit): Promise<void> {
  const next = async () => {
    if (turns.get(key)?.newest === submit) await submit()
  }
  const ended = turns.get(key)?.ended.then(next, next) ?? submit()
  turns.set(key, { newest: submit, ended })
  return ended
}
