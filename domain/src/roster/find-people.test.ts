import { describe, expect, test } from 'vitest'
import { enterChoice, findPeople, nameRank } from './find-people.ts'

const person = (name: string) => {
  const space = name.indexOf(' ')
  return { fname: name.slice(0, space), lname: name.slice(space + 1) }
}
const nameOf = ({ fname, lname }: { fname: string; lname: string }) => `${fname} ${lname}`

test.each([
  ['eli', 'Eli Ruiz', 0],
  ['eli ruiz', 'Eli Ruiz', 0],
  ['Ruiz, Eli', 'Eli Ruiz', 0],
  ['eli', 'Elise Ruiz', 1],
  ['ma st', 'Mara Stone', 1],
  ['mary a', 'Mary Ann Stone', 1],
  ['rui', 'Eli Ruiz', 2],
  ['smi', 'Ana Oneil-Smith', 2],
  ['oneil', 'Ana O’Neil', 2],
  ['jose', 'José Luna', 0],
  ['er', 'Eli Ruiz', 3],
  ['mas', 'Mary Ann Stone', 3],
  ['eli', 'Delia Ruiz', 4],
  ['ni', 'Ana Ruiz', null],
  ['mini', 'Ana Ruiz', null],
] as const)('%s fits %s by rank %s', (text, name, rank) => {
  expect(nameRank(person(name), text)).toBe(rank)
})

test('the best rank comes first, and the order within a rank is kept', () => {
  const people = ['Delia Abbot', 'Elise Zane', 'Elina Young', 'Eli Yates', 'Ana Elias'].map(person)
  expect(findPeople(people, 'eli').map(nameOf)).toEqual([
    'Eli Yates',
    'Elise Zane',
    'Elina Young',
    'Ana Elias',
    'Delia Abbot',
  ])
  expect(findPeople(people, ' ')).toEqual(people)
})

const roster = `Abigail Turner, Addison Price, Adelaide Quinn, Aiden Brooks, Alana Reyes, Alexa Monroe, Alexandra Hale,
  Amara Osei, Amelia Grant, Ana Ruiz, Anastasia Volkov, Annabelle Frost, Ava Stone, Avery Lane, Bella Cruz, Brianna Holt,
  Brielle Nash, Camila Ortega, Caroline Webb, Charlotte Dean, Chloe Barnes, Clara Weiss, Daisy Fox, Delia Abara,
  Eden Marsh, Eleanor Pike, Eli Hart, Elise Romero, Eliza Chen, Ella Boone, Emma Sharp, Emery Castillo, Evelyn Brandt,
  Finn Delgado, Gia Moretti, Grace Lin, Hannah Koch, Harper Dunn, Hazel Byrne, Isabel Vega, Isabella Rossi, Ivy Marlow,
  Jade Okafor, Jasmine Patel, Josie Lund, Juliet Ames, Kai Nakamura, Kayla Simms, Layla Haddad, Leah Stein, Lila Novak,
  Lily Archer, Lucia Herrera, Maddie Cole, Madeline Ross, Maya Singh, Mia Sol, Nina Petrov, Olive Hart, Penelope Young`
  .split(',')
  .map((name) => person(name.trim().replaceAll(/\s+/g, ' ')))

/** The shortest beginning of a full name that begins no other full name. */
const shortestPrefix = (name: string) => {
  const others = roster.map((one) => nameOf(one).toLowerCase()).filter((other) => other !== name)
  const lengths = [...Array(name.length).keys()].map((index) => index + 1)
  return name.slice(
    0,
    lengths.find((length) => !others.some((other) => other.startsWith(name.slice(0, length)))) ?? name.length,
  )
}

test('the shortest unique prefix of each of 60 names adds that dancer on Enter', () => {
  expect(roster).toHaveLength(60)
  const wrong = roster.filter((dancer) => {
    const prefix = shortestPrefix(nameOf(dancer).toLowerCase())
    const choice = enterChoice(roster, prefix, { isIn: () => false, canAdd: () => true })
    return choice.kind !== 'add' || choice.person !== dancer
  })
  expect(wrong).toEqual([])
})

describe('Enter', () => {
  const dancers = ['Ava Brown', 'Ava Stone', 'Avani Rao', 'Mara Stone'].map(person)
  const [brown, stone, avani, mara] = dancers
  const choose = (text: string, cast: readonly unknown[] = [], banned: readonly unknown[] = []) =>
    enterChoice(dancers, text, { isIn: (one) => cast.includes(one), canAdd: (one) => !banned.includes(one) })

  test.each([
    ['nothing typed', choose('  '), { kind: 'none' }],
    ['nobody fits', choose('zoe'), { kind: 'none' }],
    ['one fits best', choose('avan'), { kind: 'add', person: avani }],
    ['two of one first name are a tie', choose('ava'), { kind: 'tie', people: [brown, stone] }],
    ['two of one last name are a tie', choose('stone'), { kind: 'tie', people: [stone, mara] }],
    ['one of a tie who is in leaves the other', choose('ava', [brown]), { kind: 'add', person: stone }],
    ['all of the best rank are in', choose('ava', [brown, stone]), { kind: 'already', person: brown }],
    ['one of a tie who may not dance leaves the other', choose('ava', [], [brown]), { kind: 'add', person: stone }],
    ['one who may not dance alone is asked for, so that the reason is shown', choose('mara', [], [mara]), { kind: 'add', person: mara }], // oxfmt-ignore
  ])('%s', (_, choice, expectedChoice) => {
    expect(choice).toEqual(expectedChoice)
  })
})
