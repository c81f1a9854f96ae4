import { fileURLToPath } from 'node:url'
import { openApplication } from './application.ts'
import { runDesktop } from './desktop/desktop.ts'

void runDesktop(openApplication, fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)))
