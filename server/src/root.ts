import path from 'node:path'

/** The folder of the whole project. The bundled server lies as deep in it as this file does. */
export const root = path.resolve(import.meta.dirname, '../..')

/** Run as it was bundled, not from its source. */
export const isBundled = path.extname(import.meta.filename) === '.js'
