// Proves docs/contract/window.md, Files.

import { File, FileImage, FileText } from '@lucide/vue'
import { describe, expect, it } from 'vitest'
import { fileEnding, fileIcon } from './file-icon.ts'

describe('what a file is by its name', () => {
  it.each([
    ['Scan.PDF', 'PDF', FileText],
    ['photo.of.me.jpeg', 'JPEG', FileImage],
    ['notes', '', File],
    ['.gitignore', '', File],
    ['ship.constructed', '', File],
    ['blob.xyz', 'XYZ', File],
  ])('%s › %s', (name, ending, icon) => {
    expect(fileEnding(name)).toBe(ending)
    expect(fileIcon(name)).toBe(icon)
  })
})
