import type { VipType } from '@callboard/domain/tours/city.ts'
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { Chart } from './GarmentDialog.tsx'
import styles from './Program.module.css'

const GarmentDialog = lazy(() => import('./GarmentDialog.tsx'))
const TypesDialog = lazy(() => import('./TypesDialog.tsx'))

type ProgramToolsProps = {
  program: string
  garment: 'jacket' | 'top'
  asks_name: boolean
  sizes: Chart
  /** Left out: nothing is chosen here any more. */
  types?: readonly VipType[]
}

/** Opens help for the choices: types of participation and sizes. PROG-002. */
export function ProgramTools({ program, garment, asks_name, sizes, types }: ProgramToolsProps) {
  const [openDialog, setOpenDialog] = useState<'types' | 'garment'>()
  const close = () => setOpenDialog(undefined)
  return (
    <div className={styles['tools']}>
      {types && (
        <Button variant="subtle" size="sm" onClick={() => setOpenDialog('types')}>
          Ways to take part
        </Button>
      )}
      <Button variant="subtle" size="sm" onClick={() => setOpenDialog('garment')}>
        {garment === 'top' ? 'Top and size chart' : 'Jacket and size chart'}
      </Button>
      <Suspense fallback={null}>
        {openDialog === 'types' && types && <TypesDialog program={program} types={types} onClose={close} />}
        {openDialog === 'garment' && (
          <GarmentDialog garment={garment} asks_name={asks_name} sizes={sizes} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
