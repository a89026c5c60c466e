import { handOverCodes, handOverSheets, handOverText } from '@callboard/domain/judging/hand-over.ts'
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useState } from 'react'
import { QrCode } from '../../accounts/QrCode.tsx'
import type { LocalSheet, Pack } from './sheet-store.ts'
import styles from './Tablet.module.css'

/** The seal of a text: what server/src/judging/hand-over-seal.ts computes of the same key. */
async function sealOf(key: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const hmacKey = await crypto.subtle.importKey('raw', encoder.encode(key), algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', hmacKey, encoder.encode(text)))
  return Array.from(bytes.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The codes of sheets, 20 sheets after another, each sealed by this device. */
export async function codesOf({ device_id, key }: Pack['hand_over'], sheets: readonly LocalSheet[]): Promise<string[]> {
  const codes: string[] = []
  for (let at = 0; at < sheets.length; at += handOverSheets) {
    const text = handOverText(
      sheets.slice(at, at + handOverSheets).map((sheet) => ({
        ...sheet,
        // A sheet of an older version of this page has none.
        ...{ switches: sheet.switches ?? [], critique_marks: sheet.critique_marks ?? [] },
        base_sheet: sheet.base_sheet ?? null,
      })),
    )
    codes.push(...handOverCodes({ device_id, seal: await sealOf(key, text), text }))
  }
  return codes
}

type HandOverScreenProps = { pack: Pack; sheets: readonly LocalSheet[] }

/** The sheets that were not sent yet, as QR codes for the office's camera. They stay on this tablet all the same. */
export function HandOverScreen({ pack, sheets }: HandOverScreenProps) {
  const [codes, setCodes] = useState<readonly string[]>([])
  const [index, setIndex] = useState(0)
  const [error, setError] = useState('')
  const ids = sheets.map(({ client_id }) => client_id).join()
  const makeCodes = useEffectEvent(() => codesOf(pack.hand_over, sheets))
  // The list is new with every reading of the store; its ids say whether anything changed.
  useEffect(() => {
    let isGone = false
    makeCodes().then(
      (next) => {
        if (isGone) return
        setCodes(next)
        setIndex(0)
      },
      () => setError('This tablet cannot make codes. Write the marks on paper and tell the office.'),
    )
    return () => {
      isGone = true
    }
  }, [ids, pack.hand_over.key])

  const code = codes[index]
  return (
    <section className={styles['review']} aria-label="Hand over">
      <h1>
        {sheets.length === 0 ? 'Hand over' : `Hand over ${sheets.length} ${sheets.length === 1 ? 'mark' : 'marks'}`}
      </h1>
      {sheets.length === 0 && <p className={styles['quiet']}>All marks are sent. There is nothing to hand over.</p>}
      <p role="alert" className={styles['error']}>
        {error}
      </p>
      {code !== undefined && (
        <>
          <p className={styles['quiet']}>
            The office scans every code on its page “Receive marks”. The marks stay on this tablet too.
          </p>
          {/* Above the code, where a thumb finds them without scrolling. */}
          <div className={styles['row']}>
            <Button
              size="lg"
              variant="default"
              className={styles['target']}
              disabled={index === 0}
              onClick={() => setIndex(index - 1)}
            >
              Back
            </Button>
            <output className={styles['quiet']}>
              Code {index + 1} of {codes.length}
            </output>
            <Button
              size="lg"
              variant="default"
              className={styles['target']}
              disabled={index >= codes.length - 1}
              onClick={() => setIndex(index + 1)}
            >
              Next
            </Button>
          </div>
          <div className={styles['code']}>
            <QrCode text={code} label={`Code ${index + 1} of ${codes.length}`} />
          </div>
          <details>
            <summary className={styles['line']}>The code as text</summary>
            <p className={styles['text']}>{code}</p>
          </details>
        </>
      )}
    </section>
  )
}
