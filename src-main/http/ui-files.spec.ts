// Proves docs/contract/window.md, Everywhere.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUiResponder } from './ui-files.ts'

describe('createUiResponder', () => {
  let folder: string

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'ui-files-'))
    mkdirSync(join(folder, 'built/assets'), { recursive: true })
    writeFileSync(join(folder, 'secret.txt'), 'outside')
    writeFileSync(join(folder, 'built/index.html'), '<!doctype html>')
    writeFileSync(join(folder, 'built/assets/index-1.js'), 'export {}')
  })

  afterEach(() => {
    rmSync(folder, { recursive: true })
  })

  it('serves index.html at / with the content policy of the window', () => {
    const page = createUiResponder(join(folder, 'built'))('/')

    expect(String(page?.body)).toBe('<!doctype html>')
    expect(page?.headers['Content-Type']).toBe('text/html; charset=utf-8')
    const policy = page?.headers['Content-Security-Policy']
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(policy).not.toContain('unsafe')
    for (const directive of ['object-src', 'base-uri', 'form-action', 'frame-ancestors']) {
      expect(policy).toContain(`${directive} 'none'`)
    }
  })

  it('serves the API reference at /docs, with the same policy as the window', () => {
    writeFileSync(join(folder, 'built/docs.html'), '<!doctype html>')
    const served = createUiResponder(join(folder, 'built'))
    const policy = served('/')?.headers['Content-Security-Policy']

    for (const path of ['/docs', '/docs/']) {
      expect(served(path)?.headers['Content-Security-Policy']).toBe(policy)
      expect(served(path)?.headers['Content-Type']).toBe('text/html; charset=utf-8')
    }
  })

  it('serves files by their type', () => {
    const script = createUiResponder(join(folder, 'built'))('/assets/index-1.js')

    expect(script?.headers['Content-Type']).toBe('text/javascript; charset=utf-8')
  })

  it.each([
    '/assets/',
    '/assets',
    '/../secret.txt',
    '/assets/../../secret.txt',
    '//index.html',
    'index.html',
    '/docs',
    '/x',
  ])('has nothing at %s', (path) => {
    expect(createUiResponder(join(folder, 'built'))(path)).toBeUndefined()
  })

  it('has nothing at all when the window was not built', () => {
    expect(createUiResponder(join(folder, 'nowhere'))('/')).toBeUndefined()
  })
})
