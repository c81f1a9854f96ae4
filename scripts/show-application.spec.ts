// Proves docs/contract/workbench.md, Serving.

import { describe, expect, it } from 'vitest'
import { showApplication } from './show-application.ts'

/** Starts it where Electron is to be had as said; `seen` is what happened, in its order. */
async function start(program: string | undefined, outcome: number | string = 0) {
  const seen: string[] = []
  const note = (what: string): void => void seen.push(what)
  const code = await showApplication({
    say: note,
    build: async () => {
      note('builds')
      await Promise.resolve()
      note('is built')
    },
    electron: {
      obtain() {
        note('begins to fetch')
        return async () => {
          note('waits for Electron')
          return Promise.resolve(program)
        }
      },
      async show(path) {
        note(`shows ${path}`)
        return Promise.resolve(outcome)
      },
    },
    showInBrowser: browser(note),
  })
  return { seen, code }
}

function browser(note: (what: string) => void): () => Promise<number> {
  return async () => {
    note('shows it in a browser')
    return Promise.resolve(5)
  }
}

const BESIDE_THE_BUILD = ['begins to fetch', 'builds', 'is built', 'waits for Electron']

describe('showApplication', () => {
  it.each([0, 2, 7])('fetches Electron beside the build, shows it and ends with its code %i', async (exitCode) => {
    const { seen, code } = await start('/electron', exitCode)

    expect(seen).toEqual([...BESIDE_THE_BUILD, 'shows /electron'])
    expect(code).toBe(exitCode)
  })

  it('says in one line why it goes on in a browser, and ends with the code of that', async () => {
    const { seen, code } = await start('/electron', 'Electron showed nothing within 10 s')

    expect(seen).toEqual([
      ...BESIDE_THE_BUILD,
      'shows /electron',
      'Electron showed nothing within 10 s; opening the same application in a browser window',
      'shows it in a browser',
    ])
    expect(code).toBe(5)
  })

  it('goes on in a browser without Electron', async () => {
    const { seen, code } = await start(undefined)

    expect(seen).toEqual([
      ...BESIDE_THE_BUILD,
      'Electron is not available; opening the same application in a browser window',
      'shows it in a browser',
    ])
    expect(code).toBe(5)
  })

  it('looks for no Electron where none is wanted', async () => {
    const seen: string[] = []
    const note = (what: string): void => void seen.push(what)

    await showApplication({
      say: note,
      async build() {
        note('builds')
        await Promise.resolve()
      },
      electron: undefined,
      showInBrowser: browser(note),
    })

    expect(seen).toEqual(['builds', 'shows it in a browser'])
  })
})
