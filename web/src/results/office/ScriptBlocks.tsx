import { Panel } from '../../ui/Panel.tsx'
import styles from './Release.module.css'

type ScriptBlock = {
  name: string
  sections: readonly { heading: string; note: string; lines: readonly string[] }[]
}

/** The emcee's text of each block of awards, in the order in which it is read. */
export const ScriptBlocks = ({ blocks }: { blocks: readonly ScriptBlock[] }) =>
  blocks.map(({ name, sections }) => (
    <Panel key={name} title={name}>
      {sections.map(({ heading, note, lines }) => (
        <div key={heading} className={styles['script']}>
          <h3>{heading}</h3>
          {note && <p className={styles['second']}>{note}</p>}
          <ol>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ol>
        </div>
      ))}
    </Panel>
  ))
