import { Button } from '@mantine/core'
import { Empty } from '../../../ui/Empty.tsx'
import officeStyles from '../../../ui/Office.module.css'
import { Panel } from '../../../ui/Panel.tsx'
import { ScriptBlocks } from '../ScriptBlocks.tsx'
import type { computeResults } from './city-results.ts'
import styles from './Laptop.module.css'

type LaptopScriptProps = Pick<ReturnType<typeof computeResults>, 'script' | 'warnings'>

/** The emcee's script as it follows from the marks that are here. */
export function LaptopScript({ script, warnings }: LaptopScriptProps) {
  return (
    <div className={officeStyles['stack']}>
      <p className={styles['quiet']}>
        This follows from the marks on this laptop. It is no release: the office releases results on the server.
      </p>
      {warnings.length > 0 && (
        <details className={styles['warnings']} open={warnings.length <= 5}>
          <summary>
            {warnings.length === 1 ? '1 thing to look at' : `${warnings.length} things to look at`} before you read it
          </summary>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
      {script.length === 0 ? (
        <Panel>
          <Empty level={2} title="Nothing to announce yet">
            No entry has all its marks, or the city has no awards.
          </Empty>
        </Panel>
      ) : (
        <div className="no-print">
          <Button variant="default" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      )}
      <ScriptBlocks blocks={script} />
    </div>
  )
}
