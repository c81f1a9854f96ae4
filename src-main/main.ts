import { fileURLToPath } from 'node:url'
import { openApplication } from './composition/application.ts'
import { switchOffCoreDumps } from './composition/core-dumps.ts'
import { shortenCollections } from './composition/heap-growth.ts'
import { runDesktop } from './desktop/desktop.ts'

switchOffCoreDumps()
shortenCollections()
void runDesktop(openApplication, fileURLToPath(new URL('../preload/preload.cjs', import.meta.url)))
