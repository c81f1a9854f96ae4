/**
 * Speeds up typed linting of components. The linter passes the script of each component to TypeScript, which has
 * already read the whole component from disk. Because the two differ, every component made TypeScript check the whole
 * program again. Here TypeScript reads the same text that the linter passes.
 */
import tseslint from 'typescript-eslint'
import ts from 'typescript'
import * as vueParser from 'vue-eslint-parser'

const readWhole = ts.sys.readFile

ts.sys.readFile = (path, encoding) => {
  const text = readWhole(path, encoding)
  return text !== undefined && path.endsWith('.vue') ? scriptOf(path, text) : text
}

/** The script as extracted by the component parser, which moves some statements. */
function scriptOf(filePath, text) {
  let script = ''
  vueParser.parseForESLint(text, {
    filePath,
    sourceType: 'module',
    projectService: true,
    parser: {
      parseForESLint(code, options) {
        if (options.projectService) script = code // expressions of the template come without it
        return tseslint.parser.parseForESLint(code, { ...options, projectService: false })
      },
    },
  })
  return script
}
