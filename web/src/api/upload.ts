import { ReplyError, replyError } from './reply-error.ts'

export type Upload = { done: Promise<void>; cancel: () => void }

export type UploadTo = {
  url: string
  /** The file itself, or a form with it. */
  file: Blob | FormData
  method?: 'PUT' | 'POST'
  headers?: Readonly<Record<string, string>>
  onProgress: (percent: number) => void
}

/** A file on its way to a signed address. `done` rejects with ReplyError; its code is 'canceled' after `cancel`. */
export function upload({ url, file, method = 'PUT', headers = {}, onProgress }: UploadTo): Upload {
  const request = new XMLHttpRequest()
  const completion = new Promise<void>((resolve, reject) => {
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable && total > 0) onProgress(Math.round((loaded / total) * 100))
    })
    request.addEventListener('load', () => {
      if (request.status >= 200 && request.status < 300) {
        onProgress(100)
        resolve()
      } else reject(replyError(request.status, parsed(request.responseText), request.getResponseHeader('x-request-id')))
    })
    request.addEventListener('error', () => reject(ReplyError.offline()))
    request.addEventListener('abort', () =>
      reject(new ReplyError({ status: 499, code: 'canceled', message: 'The upload was canceled.' })),
    )
  })
  request.open(method, url)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.send(file)
  return { done: completion, cancel: () => request.abort() }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
