import path from 'node:path'
import { isBundled, root } from '../config.ts'

const sources = {
  'print-thread': 'server/src/platform/pdf/print-thread.ts',
  'parser-process': 'server/src/platform/files/parser-process.ts',
}

let useBundles = isBundled

/** For tests, after the server was built: a helper starts from its bundle in a fifth of the time. */
export function startHelpersFromBundles() {
  useBundles = true
}

/**
 * The file of a process or thread that does one kind of work for the server. From source (`isSource`) it must be taught
 * TypeScript before it can read its own file.
 */
export const helperProgram = (name: keyof typeof sources): { file: string; isSource: boolean } => ({
  file: path.join(root, useBundles ? `server/dist/${name}.js` : sources[name]),
  isSource: !useBundles,
})
