import { Text } from '@mantine/core'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './Program.module.css'

export type Chart = readonly { id: number; name: string; chest: string; length: string }[]
type GarmentDialogProps = { garment: 'jacket' | 'top'; asks_name: boolean; sizes: Chart; onClose: () => void }

/** Describes the jacket or the top, with its size chart. PROG-002, PROG-045, UI-016. */
export default function GarmentDialog({ garment, asks_name, sizes, onClose }: GarmentDialogProps) {
  const measuredSizes = sizes.filter(({ chest, length }) => chest !== '' || length !== '')
  const isTop = garment === 'top'
  return (
    <Dialog opened title={isTop ? 'The exclusive cast top' : 'The jacket'} onCancel={onClose} width={520}>
      <Text>
        {isTop
          ? 'Every cast member gets an exclusive top, made for this season. It is worn in class and on stage, and handed out at check-in.'
          : 'Every dancer who takes part gets this season’s jacket at check-in.'}
        {asks_name && ' The name is stitched exactly as you type it.'}
      </Text>
      {measuredSizes.length > 0 && (
        <table className={styles['chart']}>
          <caption>{isTop ? 'Sizes of the top, in inches' : 'Sizes of the jacket, in inches'}</caption>
          <thead>
            <tr>
              <th scope="col">Size</th>
              <th scope="col">Chest</th>
              <th scope="col">Length</th>
            </tr>
          </thead>
          <tbody>
            {measuredSizes.map(({ id, name, chest, length }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{chest}</td>
                <td>{length}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Text mt="md">Measure the fullest part of the chest over a shirt. Between two sizes, choose the larger.</Text>
    </Dialog>
  )
}
