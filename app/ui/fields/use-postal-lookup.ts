import { useRef, useState } from 'react'
import { type AddressFinding, type FilledParts, partsToFill, townChoices } from '#kernel/postal-address.ts'
import { type PostalCode, readPostalCode } from '#kernel/postal-code.ts'
import { findPostalAddress } from './find-postal-address.ts'
import { writeInto } from './write-into.ts'

export type AddressPart = 'postalCode' | 'prefectureCode' | 'city' | 'town' | 'street' | 'building'

/** Looks a code up as soon as it has seven digits and writes the address into the fields with these ids. */
export function usePostalLookup(idOf: (part: AddressPart) => string, fromServer: AddressFinding | undefined) {
  const [finding, setFinding] = useState(fromServer)
  const [heard, setHeard] = useState(fromServer)
  if (heard !== fromServer) {
    setHeard(fromServer)
    setFinding(fromServer)
  }
  const asked = useRef<PostalCode | null>(null)
  const filled = useRef<FilledParts | null>(null)

  const controlOf = (part: AddressPart) => {
    const control = document.getElementById(idOf(part))
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) return control
    throw new TypeError(`no field for ${part}`)
  }
  function write(parts: FilledParts) {
    writeInto(controlOf('prefectureCode'), parts.prefectureCode)
    writeInto(controlOf('city'), parts.city)
    writeInto(controlOf('town'), parts.town)
  }
  async function look(code: PostalCode) {
    asked.current = code
    const answer = await findPostalAddress(code)
    // a later code has been typed meanwhile
    if (asked.current !== code) return
    setFinding(answer)
    if (answer.kind !== 'found') return
    const now = {
      prefectureCode: controlOf('prefectureCode').value,
      city: controlOf('city').value,
      town: controlOf('town').value,
    }
    const parts = partsToFill(now, filled.current, answer.address)
    filled.current = parts
    write(parts)
  }
  return {
    finding,
    towns: finding?.kind === 'found' ? townChoices(finding.address) : [],
    typed(text: string) {
      const read = readPostalCode(text)
      if (!read.ok) asked.current = null
      else if (read.value !== asked.current) void look(read.value)
    },
    ask() {
      const read = readPostalCode(controlOf('postalCode').value)
      if (read.ok) void look(read.value)
      else setFinding({ kind: 'no_code' })
    },
    chooseTown(town: string) {
      if (filled.current) filled.current = { ...filled.current, town }
      writeInto(controlOf('town'), town)
      controlOf('street').focus()
    },
  }
}
