import { pointsText } from '@callboard/domain/judging/points.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useRead } from '../../api/use-call.ts'
import { ReadErrors } from '../../shell/ErrorPage.tsx'
import { Empty } from '../../ui/Empty.tsx'
import officeStyles from '../../ui/Office.module.css'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RowsSkeleton } from '../../ui/Skeletons.tsx'
import { JudgeDialog, type JudgeLine } from './JudgeDialog.tsx'
import { JudgePictures } from './JudgePictures.tsx'
import { ScaleDialog, type ScoreScale } from './ScaleDialog.tsx'
import styles from './Scores.module.css'

type JudgeDialogState =
  | { kind: 'judge'; judge: JudgeLine | null }
  | { kind: 'pictures'; id: number }
  | { kind: 'scale'; scale: ScoreScale | null }

/** The lists of judging: judges, and the scales of their marks. OFF-031. */
export function JudgesPage() {
  const [dialog, setDialog] = useState<JudgeDialogState>()
  const judges = useRead('GET /v1/office/judges', {})
  const scales = useRead('GET /v1/office/scales', {})
  const header = <PageHeader title="Judges and scales">Panels of a city choose from these lists.</PageHeader>
  if (!judges.data || !scales.data) {
    return (
      <div className={officeStyles['stack']}>
        {header}
        {judges.error || scales.error ? <ReadErrors reads={[judges, scales]} /> : <RowsSkeleton rows={6} />}
      </div>
    )
  }
  const close = () => setDialog(undefined)
  const withPictures = dialog?.kind === 'pictures' ? judges.data.judges.find(({ id }) => id === dialog.id) : undefined
  return (
    <div className={officeStyles['stack']}>
      {header}
      <Panel
        title="Judges"
        actions={<Button onClick={() => setDialog({ kind: 'judge', judge: null })}>Add a judge</Button>}
      >
        {judges.data.judges.length === 0 && (
          <Empty level={3} title="No judges yet">
            Add the judges of the season.
          </Empty>
        )}
        <ul className={styles['seats']}>
          {judges.data.judges.map((judge) => (
            <li key={judge.id} className={styles['seat']}>
              {judge.headshot && <img className={styles['headshot']} src={judge.headshot} alt="" />}
              <span className={styles['grow']}>
                <b>{judge.name}</b>
                <span className={styles['second']}>
                  {judge.active ? '' : 'Not active. '}
                  {judge.bio}
                </span>
              </span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Pictures of ${judge.name}`}
                onClick={() => setDialog({ kind: 'pictures', id: judge.id })}
              >
                Pictures
              </Button>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Change ${judge.name}`}
                onClick={() => setDialog({ kind: 'judge', judge })}
              >
                Change
              </Button>
            </li>
          ))}
        </ul>
      </Panel>
      <Panel
        title="Scales"
        actions={<Button onClick={() => setDialog({ kind: 'scale', scale: null })}>Add a scale</Button>}
      >
        <ul className={styles['seats']}>
          {scales.data.scales.map((scale) => (
            <li key={scale.id} className={styles['seat']}>
              <span>
                <b>{scale.name}</b>
                <span className={styles['second']}>
                  Up to {pointsText(scale.max_points)}, in steps of {pointsText(scale.step)}.
                  {scale.criteria.map(({ name, max_points }) => ` ${name} ${pointsText(max_points)}.`)}
                </span>
              </span>
              {!scale.has_sheets && (
                <Button
                  variant="default"
                  size="compact-md"
                  aria-label={`Change ${scale.name}`}
                  onClick={() => setDialog({ kind: 'scale', scale })}
                >
                  Change
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {withPictures && <JudgePictures judge={withPictures} onClose={close} />}
      {dialog?.kind === 'judge' && <JudgeDialog judge={dialog.judge} onClose={close} />}
      {dialog?.kind === 'scale' && <ScaleDialog scale={dialog.scale} onClose={close} />}
    </div>
  )
}
