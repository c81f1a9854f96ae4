import { rmSync } from 'node:fs'
import { buildIfStale } from '../../../scripts/build.ts'
import { chooseTestBrowser } from '../../../scripts/test-browser.ts'
import { makeSample } from './sample-copy.ts'

/** What every journey needs, once a run. @returns what takes it away */
export default async function globalSetup(): Promise<() => void> {
  await chooseTestBrowser((line) => process.stderr.write(`${line}\n`))
  await buildIfStale()
  const directory = await makeSample()
  return () => {
    rmSync(directory, { recursive: true, force: true })
  }
}
