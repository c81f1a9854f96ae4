// Proves docs/contract/window.md, Verifier.

import { expect, it } from 'vitest'
import { definitionCurl, presentationCurl } from './request-curl.ts'

it('a command › can be pasted into a shell', () => {
  expect(definitionCurl({ definition_url: 'http://127.0.0.1:4000/d?a=1&b=2' })).toBe(
    "curl 'http://127.0.0.1:4000/d?a=1&b=2'",
  )
  expect(presentationCurl({ destination_url: 'http://127.0.0.1:4000/p' })).toBe(
    "curl -X POST 'http://127.0.0.1:4000/p' -H 'Content-Type: application/json' -d @presentation.json",
  )
})

it('an address with a quote › runs nothing', () => {
  expect(definitionCurl({ definition_url: "http://h/';rm -r ~;'" })).toBe(String.raw`curl 'http://h/'\'';rm -r ~;'\'''`)
})
