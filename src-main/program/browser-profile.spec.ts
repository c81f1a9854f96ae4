// Proves docs/contract/workbench.md, Serving.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NOTHING_OFFERED, switchOffersOff } from './browser-profile.ts'

let profile: string

beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'vaultbench-profile-'))
})

afterEach(() => {
  rmSync(profile, { recursive: true })
})

const file = () => join(profile, 'Default', 'Preferences')
const stored = (): unknown => JSON.parse(readFileSync(file(), 'utf8'))
const store = (text: string): void => {
  mkdirSync(join(profile, 'Default'))
  writeFileSync(file(), text)
}

describe('switchOffersOff', () => {
  it('makes a new profile that keeps and offers nothing', () => {
    switchOffersOff(profile)

    expect(stored()).toEqual(NOTHING_OFFERED)
  })

  it('switches off what somebody switched on, and leaves the rest of the profile', () => {
    store('{"credentials_enable_service":true,"profile":{"name":"Ada"},"autofill":7,"zoom":{"x":1}}')

    switchOffersOff(profile)

    expect(stored()).toEqual({
      ...NOTHING_OFFERED,
      profile: { name: 'Ada', ...NOTHING_OFFERED.profile },
      zoom: { x: 1 },
    })
  })

  it.each(['', '{', '[]', 'null'])('replaces a file that holds %j', (text) => {
    store(text)

    switchOffersOff(profile)

    expect(stored()).toEqual(NOTHING_OFFERED)
  })
})
