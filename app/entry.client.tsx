import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { pageStart } from './ui/constants.ts'
import { loadSentParts } from './ui/later-part.ts'
import { rememberRequestNumbers } from './ui/request-number.ts'

rememberRequestNumbers()

const parts = document.getElementById('page-end')?.dataset.parts

loadSentParts(parts?.split(' ') ?? [], pageStart.partsAtLatest).then(() => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    )
  })
})
