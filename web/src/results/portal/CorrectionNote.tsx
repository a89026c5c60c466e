import { Panel } from '../../ui/Panel.tsx'

type Correction = { reason: string; changes: readonly string[] } | null

/** A score as people read it: 285.5, 97.35. */
export const scoreText = (score: number): string => String(Math.round(score * 100) / 100)

/** Tells what the last correction changed for this registration. */
export function CorrectionNote({ correction }: { correction: Correction }) {
  if (!correction) return null
  const { reason, changes } = correction
  return (
    <Panel title="Corrected">
      {reason && <p>{reason}</p>}
      <ul>
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
    </Panel>
  )
}
