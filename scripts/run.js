// The first step of every script: plain JavaScript, because it must still speak on the Node that came with the machine.
const REQUIRED_MAJOR = 24

if (Number.parseInt(process.versions.node, 10) < REQUIRED_MAJOR) {
  process.stderr.write(
    `Vaultbench runs on Node ${REQUIRED_MAJOR}, which comes with its packages (this is ${process.version}): run npm ci first\n`,
  )
  process.exit(1)
}

const [name = '', ...options] = process.argv.slice(2)
const script = new URL(`./${name}.ts`, import.meta.url)
process.argv = [process.execPath, script.pathname, ...options]
await import(script.href)
