import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { startHttpServer } from '../support/http-server.ts'
import { OPERATOR_PASSWORD } from '../support/test-service.ts'

/** The shell block after the marker in README.md. */
function walkThrough(): string {
  const readme = readFileSync('README.md', 'utf8')
  const block = /<!-- walk-through -->\s+```sh\n([\s\S]*?)```/.exec(readme)?.[1]
  if (block === undefined) throw new Error('README.md has no walk-through')
  return block
}

describe('README › the walk-through with curl', () => {
  it('does what it says, line by line, against a served instance', async () => {
    const server = await startHttpServer()
    const directory = mkdtempSync(join(tmpdir(), 'vaultbench-readme-'))
    try {
      const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', walkThrough()], {
        cwd: directory,
        env: { ...process.env, BASE: server.url, OPERATOR_PASSWORD },
      })

      const [found, renamed, refused, ...shared] = stdout.trimEnd().split('\n')
      expect(JSON.parse(found ?? '')).toMatchObject({ items: [{ name: 'my_car', label: 'My car', own: true }] })
      expect(JSON.parse(renamed ?? '')).toMatchObject({ item: { label: 'My old car' } })
      expect(JSON.parse(refused ?? '')).toMatchObject({
        errors: [{ error: 'invalid_encrypted_value', http_code: 400 }],
      })
      expect(shared).toEqual(['0', expect.stringMatching(/^Aes256Gcm\./) as string, '204', '404'])
    } finally {
      rmSync(directory, { recursive: true })
      await server.close()
    }
  })
})
