import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { unstatedLicences } from './packages.ts'

export type Component = {
  name: string
  version: string
  purl: string
  hashes?: { alg: string; content: string }[]
  licenses?: object[]
}

export type Bom = {
  bomFormat: string
  specVersion: string
  metadata: { component: { name: string; version: string } }
  components: Component[]
}

/** Writes the software bill of materials: CycloneDX 1.5 as JSON. */
export function writeSbom(file = 'sbom.cdx.json'): void {
  const bom = sbom()
  writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`${file}: ${bom.components.length} components`)
}

/**
 * Every package of package-lock.json, for all platforms, by npm itself; those of tests and checks carry the property
 * `cdx:npm:package:development`. (With `--omit=dev` npm would leave out react and all others that a development package
 * needs, too.) npm takes our name from the folder and knows only the licences of package.json: both are corrected here.
 * It refuses a tree in which a package asks for `latest`: hence `overrides` in package.json.
 */
export function sbom(): Bom {
  const onWindows = process.platform === 'win32'
  const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--include=dev']
  const npm = spawnSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: onWindows })
  if (npm.error) throw new Error(`npm could not be run: ${npm.error.message}`)
  if (npm.status !== 0) throw new Error(`npm sbom failed:\n${npm.stderr}`)
  const bom: Bom = JSON.parse(npm.stdout)
  bom.metadata.component.name = JSON.parse(readFileSync('package.json', 'utf8')).name
  for (const component of bom.components) {
    const licence = unstatedLicences[component.name]
    if (!component.licenses && licence) component.licenses = [{ license: { id: licence } }]
  }
  return bom
}
