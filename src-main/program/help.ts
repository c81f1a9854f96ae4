import { optionLines } from '../composition/command-options.ts'
import type { CommandDescription } from './command.ts'
import { COMMANDS } from './command-table.ts'

const TABLE: readonly (readonly [string, CommandDescription])[] = Object.entries(COMMANDS)
export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

const EXIT_CODES =
  'Exit codes: 0 as wished, 1 a check failed, 2 the command line cannot be followed, 3 it could not run.'

/** The output of `vaultbench --help`. */
export function programHelp(): string {
  const width = Math.max(...TABLE.map(([name]) => name.length))
  return `vaultbench COMMAND [OPTION]…

${TABLE.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}

\`vaultbench COMMAND --help\` tells more, \`vaultbench --version\` which version this is, and
\`vaultbench completion ${SHELLS.join('|')}\` prints a script that completes command lines. docs/running.md beside the program says more.

${EXIT_CODES}`
}

/** The output of a command's `--help`. */
export function commandHelp(name: keyof typeof COMMANDS): string {
  const { usage, summary, text, options } = COMMANDS[name]
  const line = ['vaultbench', name, usage, '[OPTION]…'].filter((part) => part !== '').join(' ')
  return `${line}

${summary[0]?.toUpperCase()}${summary.slice(1)}.

${text}

${optionLines(options)}`
}

/** All of the help as a part of docs/running.md. */
export function commandsPage(): string {
  const parts = Object.keys(COMMANDS).map((name) => {
    const help = commandHelp(name as keyof typeof COMMANDS) // a key of this very table
    return `### ${name}\n\n\`\`\`\n${help}\n\`\`\``
  })
  return `\`\`\`\n${programHelp()}\n\`\`\`\n\n${parts.join('\n\n')}`
}

/** A script for a shell that completes commands, their words and their options, and files after those. */
export function completion(shell: Shell): string {
  return SCRIPTS[shell]()
}

const wordsOf = ([, { words = [], options }]: (typeof TABLE)[number]) => [
  ...words,
  ...Object.keys(options).map((name) => `--${name}`),
]
const NAMES = [...TABLE.map(([name]) => name), 'completion', '--help', '--version'].join(' ')
const CASES = [
  ...TABLE.map((row) => `    ${row[0]}) words="${wordsOf(row).join(' ')}" ;;`),
  `    completion) words="${SHELLS.join(' ')}" ;;`,
].join('\n')

const SCRIPTS: Readonly<Record<Shell, () => string>> = {
  bash: () => `_vaultbench() {
  local words
  case "\${COMP_WORDS[1]}" in
${CASES}
  esac
  [ "$COMP_CWORD" -eq 1 ] && words="${NAMES}"
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _vaultbench vaultbench
`,
  zsh: () => `#compdef vaultbench
_vaultbench() {
  local -a candidates
  case "$words[2]" in
${CASES.replaceAll(/words="(.*)" ;;/g, 'candidates=($1) ;;')}
  esac
  (( CURRENT == 2 )) && candidates=(${NAMES})
  compadd -a candidates
  (( CURRENT == 2 )) || _files
}
compdef _vaultbench vaultbench
`,
  fish: () =>
    [
      'complete -c vaultbench -n __fish_use_subcommand -f',
      ...TABLE.flatMap(([name, { summary, words = [], options }]) => [
        `complete -c vaultbench -n __fish_use_subcommand -a ${name} -d '${summary}'`,
        ...words.map((word) => `complete -c vaultbench -n '__fish_seen_subcommand_from ${name}' -a ${word}`),
        ...Object.entries(options).map(
          ([option, { help }]) =>
            `complete -c vaultbench -n '__fish_seen_subcommand_from ${name}' -l ${option} -d '${help.replaceAll("'", "\\'")}'`,
        ),
      ]),
      '',
    ].join('\n'),
}
