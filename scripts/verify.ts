/*
 * npm run verify -- presentation.json [options]
 * Verifies a presentation by the code of the service, without a database and without a network.
 */
import { isoTime, systemClock } from '../src-main/service/ports.ts'
import { runVerify } from './verify-run.ts'

const { code, out, err } = await runVerify(process.argv.slice(2), isoTime(systemClock.nowMs()))
process.stdout.write(out)
process.stderr.write(err)
process.exitCode = code
