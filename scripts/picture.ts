/*
 * npm run picture
 * Draws into docs/architecture.md which folder uses which; tests/architecture/picture.spec.ts compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withPictures } from './folder-arrows.ts'

const path = fileURLToPath(new URL('../docs/architecture.md', import.meta.url))
writeFileSync(path, withPictures(readFileSync(path, 'utf8')))
