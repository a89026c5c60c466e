import path from 'node:path'

/** Whether this runs bundled rather than from its source. */
export const isBundled = path.extname(import.meta.filename) === '.js'

/** The project's folder: two folders above the bundle, three above this source file. */
export const root = path.resolve(import.meta.dirname, isBundled ? '../..' : '../../..')
