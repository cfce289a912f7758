import { redirect } from 'react-router'
import { z } from 'zod'
import {
  type SaveRefusal,
  type Saver,
  saveRefusalText,
  saverFields,
} from '#modules/organisations/sign-up/draft.server.ts'
import { placeAddress } from '#modules/organisations/sign-up/next-step.ts'
import { redirectWithFlash } from '#web/flash-message.server.ts'
import type { Problem } from '#web/form.ts'
import { readForm } from '#web/read-form.server.ts'
import { answer } from './step-answer.ts'

/** The window that saves, according to the form; a form without it has seen nothing. */
export function saverIn(form: FormData): Saver {
  const read = readForm(z.object(saverFields), form)
  return read.ok ? read.value : { version: 0, tab: '' }
}

/** The fields with which a page identifies itself when it saves. */
export const newSaver = (version: number): Saver => ({ version, tab: crypto.randomUUID() })

/**
 * A save was refused: what was typed stays on the page if that is useful, otherwise the user is redirected to the
 * current step.
 */
export async function saveRefused(refusal: SaveRefusal, typed: Record<string, string>) {
  if (refusal === 'draft_gone') throw redirect(placeAddress['user-type'])
  if (refusal === 'already_sent')
    throw await redirectWithFlash(placeAddress['verify-email'], saveRefusalText.already_sent)
  const problem: Problem = { fields: {}, summary: saveRefusalText[refusal], typed }
  return answer({ problem, conflict: true }, 409)
}
